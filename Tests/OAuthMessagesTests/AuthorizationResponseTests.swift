// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@Suite struct AuthorizationResponseTests {
    /// A valid redirect; each row has one defect and the refusal that it must cause.
    struct Spoiled: Sendable, CustomTestStringConvertible {
        let code: Refusal.Code
        let testDescription: String
        let redirect: String
        var expectsIssuer = false

        init(_ code: Refusal.Code, _ description: String, _ redirect: String, expectsIssuer: Bool = false) {
            (self.code, self.testDescription, self.redirect) = (code, description, redirect)
            self.expectsIssuer = expectsIssuer
        }
    }

    static let cb = "https://client.example.org/cb"
    static let state = "state=\(Example.zeros)"
    static let good = "\(cb)?code=SplxlOBeZQQYbYS6WxSbIA&\(state)"

    static let spoiled: [Spoiled] = [
        Spoiled(.redirectMismatch, "another host", good.replacing("client.example", with: "evil.example")),
        Spoiled(.redirectMismatch, "another port", good.replacing(".org/", with: ".org:444/")),
        Spoiled(.redirectMismatch, "another path", good.replacing("/cb", with: "/cb/")),
        Spoiled(.redirectMismatch, "another scheme", good.replacing("https:", with: "http:")),
        Spoiled(.redirectMismatch, "a user name", good.replacing("//", with: "//me@")),
        Spoiled(.redirectMismatch, "a query that is not UTF-8", good + "&x=%FF"),
        Spoiled(.redirectMismatch, "a code that is not UTF-8", good.replacing("Spl", with: "%FF")),
        Spoiled(.stateMismatch, "an error with a state that is not UTF-8", "\(cb)?error=a&state=%FF"),
        Spoiled(
            .redirectMismatch, "another host and an error",
            "https://evil.example/cb?error=access_denied&\(state)"),
        Spoiled(.stateMismatch, "no state", "\(cb)?code=c"),
        Spoiled(.stateMismatch, "an empty state", "\(cb)?code=c&state="),
        Spoiled(.stateMismatch, "another state", "\(cb)?code=c&state=af0ifjsldkj"),
        Spoiled(.stateMismatch, "a part of the state", String(good.dropLast())),
        Spoiled(.stateMismatch, "more than the state", good + "A"),
        Spoiled(.stateMismatch, "an error without a state", "\(cb)?error=access_denied"),
        Spoiled(.stateMismatch, "an error with another state", "\(cb)?error=access_denied&state=x"),
        Spoiled(.stateMismatch, "the state in the fragment", "\(cb)?code=c#\(state)"),
        Spoiled(.duplicateParameter, "the state twice", good + "&\(state)"),
        Spoiled(.duplicateParameter, "two codes", good + "&code=d"),
        Spoiled(.duplicateParameter, "two issuers", good + "&iss=a&iss=https://server.example.com"),
        Spoiled(.duplicateParameter, "two errors", "\(cb)?\(state)&error=a&error=b"),
        Spoiled(.redirectIssuerMismatch, "another issuer", good + "&iss=https%3A%2F%2Fevil.example"),
        Spoiled(
            .redirectIssuerMismatch, "an issuer that differs by a slash",
            good + "&iss=https://server.example.com/"),
        Spoiled(.redirectIssuerMismatch, "an empty issuer", good + "&iss="),
        Spoiled(.redirectIssuerMismatch, "no issuer although it was promised", good, expectsIssuer: true),
        Spoiled(
            .redirectIssuerMismatch, "an error of another issuer",
            "\(cb)?\(state)&error=access_denied&iss=https://evil.example"),
        Spoiled(.codeMissing, "neither code nor error", "\(cb)?\(state)"),
        Spoiled(.codeMissing, "an empty code", "\(cb)?code=&\(state)"),
        Spoiled(.codeMissing, "an empty error", "\(cb)?error=&\(state)"),
    ]

    @Test(arguments: spoiled) func `a redirect is refused with`(_ row: Spoiled) throws {
        let request = try Example.request(expectsIssuer: row.expectsIssuer)
        let url = try #require(URL(string: row.redirect))
        let refusal = #expect(throws: Refusal.self) { try AuthorizationResponse(Redacted(url), answering: request) }
        #expect(refusal?.code == row.code)
        #expect(refusal.map { "\($0)".contains(Example.zeros) } == false, "the state is a secret")
        let namesAnother = refusal?.message.contains("provider other than") == true
        #expect(namesAnother == (row.code == .redirectIssuerMismatch && row.redirect.contains("iss=")))
    }

    @Test func `every code of the judge has a row`() throws {
        let codes = try SourceText.refusals(
            of: "Ground/OAuthMessages/Authorization/AuthorizationResponse.swift",
            "Ground/OAuthMessages/FormParameters.swift")
        #expect(Set(Self.spoiled.map(\.code)) == codes)
    }

    @Test func `where two sign-ins share a redirect URI, each answer belongs to one`() throws {
        let (first, second) = (try Example.request(byte: 1), try Example.request(byte: 2))
        for (request, other) in [(first, second), (second, first)] {
            let url = try #require(URL(string: "\(Self.cb)?code=c&state=\(request.state.revealed)"))
            #expect(try AuthorizationResponse(Redacted(url), answering: request).code.revealed == "c")
            #expect(refused { try AuthorizationResponse(Redacted(url), answering: other) } == .stateMismatch)
        }
    }

    @Test(arguments: [
        "", "&error=&error_description=&error_uri=", "&iss=https%3A%2F%2Fserver.example.com", "&session_state=x&new=1",
        "#_=_",
    ])
    func `a redirect that answers the request gives its code`(_ more: String) throws {
        let response = try AuthorizationResponse(
            Redacted(try #require(URL(string: Self.good + more))), answering: try Example.request())
        #expect(response.code.revealed == "SplxlOBeZQQYbYS6WxSbIA")
    }

    @Test func `an issuer that was promised is there`() throws {
        let url = try #require(URL(string: Self.good + "&iss=https://server.example.com"))
        let response = try AuthorizationResponse(Redacted(url), answering: try Example.request(expectsIssuer: true))
        #expect(FormParameters(queryOf: url)?["code"] == response.code.revealed)
    }

    @Test func `the provider's no is heard once it is known to be the provider's`() throws {
        let url = try #require(
            URL(
                string: "\(Self.cb)?error=access_denied&error_subcode=cancel&error_uri=https://e.example"
                    + "&error_description=AADSTS65004%3A+User+declined&code=c&\(Self.state)"))
        let error = #expect(throws: ServerError.self) {
            try AuthorizationResponse(Redacted(url), answering: try Example.request())
        }
        #expect((error?.code, error?.providerDescription) == (.accessDenied, "AADSTS65004: User declined"))
        #expect((error?.errorURI, error?.suberror, error?.status) == ("https://e.example", "cancel", nil))
    }

    /// The redirect's error and description, and the result.
    @Test(arguments: [
        ("access_denied&error_description=Acc%E8s%20refus%E9", "access_denied", "Acc\u{FFFD}s refus\u{FFFD}"),
        ("access_denied&error_description=Zugriff+%FCber", "access_denied", "Zugriff \u{FFFD}ber"),
        ("a&error_description=b&error_uri=%E8", "a", "b"), ("%E8&error_description=b", "unspecified", "b"),
        ("a&error_description=ok&%E8=%E8", "a", "ok"), ("a&error_description=%C3%A8", "a", "è"),
    ])
    func `an error counts although its text cannot be read`(_ query: String, _ code: String, _ text: String) throws {
        let url = try #require(URL(string: "\(Self.cb)?error=\(query)&\(Self.state)"))
        let error = #expect(throws: ServerError.self) {
            try AuthorizationResponse(Redacted(url), answering: try Example.request())
        }
        #expect(error?.code.rawValue == code && error?.providerDescription == text)
    }
}

/// OAuth 2.0 Form Post Response Mode.
@Suite struct FormPostTests {
    private static func judge(_ form: String, mode: ResponseMode? = .formPost) throws -> AuthorizationResponse {
        try AuthorizationResponse(
            form: try #require(FormParameters(encoded: form)), answering: try Example.request(responseMode: mode))
    }

    @Test func `a form that answers the request gives its code`() throws {
        let response = try Self.judge("code=Splx%2FlO&state=\(Example.zeros)&iss=https://server.example.com")
        #expect(response.code.revealed == "Splx/lO")
    }

    static let spoiled: [(Refusal.Code, String)] = [
        (.stateMismatch, "code=c"), (.stateMismatch, "code=c&state=x"),
        (.stateMismatch, "error=access_denied&state=x"),
        (.redirectIssuerMismatch, "code=c&state=\(Example.zeros)&iss=https://evil.example"),
        (.duplicateParameter, "code=c&code=d&state=\(Example.zeros)"), (.codeMissing, "state=\(Example.zeros)"),
    ]

    @Test(arguments: spoiled) func `a form is refused with`(_ code: Refusal.Code, _ form: String) {
        #expect(refused { try Self.judge(form) } == code)
    }

    @Test func `the provider's no is heard from a form`() {
        let error = #expect(throws: ServerError.self) {
            try Self.judge("error=login_required&state=\(Example.zeros)")
        }
        #expect(error?.code.rawValue == "login_required")
    }

    @Test(arguments: [nil, ResponseMode.query]) func `rejects an unrequested form`(_ mode: ResponseMode?) {
        #expect(refused { try Self.judge("code=c&state=\(Example.zeros)", mode: mode) } == .redirectMismatch)
    }

    @Test func `a redirect is refused where a form was asked for`() throws {
        let url = try #require(URL(string: "https://client.example.org/cb?code=c&state=\(Example.zeros)"))
        let refusal = refused {
            try AuthorizationResponse(Redacted(url), answering: try Example.request(responseMode: .formPost))
        }
        #expect(refusal == .redirectMismatch)
    }
}
