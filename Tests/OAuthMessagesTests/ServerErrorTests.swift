// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@Suite struct ServerErrorTests {
    /// Entra ID's format, with the text of a recorded response.
    static let entra = #"""
        {"error":"interaction_required","error_description":"AADSTS50076: Due to a configuration change made by your administrator, or because you moved to a new location, you must use multi-factor authentication to access '00000003-0000-0000-c000-000000000000'.\r\nTrace ID: 255d1aef-8c98-452f-ac51-23d051240864\r\nCorrelation ID: fb3d2015-bc17-4bb9-bb85-30c5cf1aaaa7\r\nTimestamp: 2016-01-09 02:02:12Z","error_codes":[50076],"timestamp":"2016-01-09 02:02:12Z","trace_id":"255d1aef-8c98-452f-ac51-23d051240864","correlation_id":"fb3d2015-bc17-4bb9-bb85-30c5cf1aaaa7","error_uri":"https://login.microsoftonline.com/error?code=50076","suberror":"basic_action","claims":"{\"access_token\":{\"capolids\":{\"essential\":true,\"values\":[\"1\"]}}}"}
        """#

    @Test func `an error of Entra ID is read whole`() {
        let error = ServerError(status: 400, body: Data(Self.entra.utf8))
        #expect((error.code, error.status, error.suberror) == (.interactionRequired, 400, "basic_action"))
        #expect(error.claims == #"{"access_token":{"capolids":{"essential":true,"values":["1"]}}}"#)
        #expect(error.errorURI == "https://login.microsoftonline.com/error?code=50076")
        #expect(error.providerDescription?.contains("Correlation ID: fb3d2015") == true)
        #expect("\(error)".hasPrefix("interaction_required: AADSTS50076: Due to a configuration change"))
        #expect(!"\(error)".contains("Trace ID"), "the description is one line")
        #expect("\(error)".hasSuffix("(correlation id fb3d2015-bc17-4bb9-bb85-30c5cf1aaaa7)"))
        #expect((error.numbers, error.trace) == ([50076], Self.trace))
    }

    static let trace = ServerError.Trace(
        correlationID: "fb3d2015-bc17-4bb9-bb85-30c5cf1aaaa7", traceID: "255d1aef-8c98-452f-ac51-23d051240864",
        timestamp: "2016-01-09 02:02:12Z")

    /// The end of a description: on separate lines, after spaces as since 2023, and as Azure AD B2C writes it.
    static let descriptions: [(String, ServerError.Trace)] = [
        (
            "A: text.\r\nTrace ID: \(trace.traceID ?? "")\r\nCorrelation ID: \(trace.correlationID ?? "")\r\n"
                + "Timestamp: 2016-01-09 02:02:12Z", trace
        ),
        (
            "A: text. Trace ID: \(trace.traceID ?? "") Correlation ID: \(trace.correlationID ?? "") "
                + "Timestamp: 2016-01-09 02:02:12Z", trace
        ),
        (
            "A: text.\r\nCorrelation ID: \(trace.correlationID ?? "")\r\nTimestamp: 2016-01-09 02:02:12Z\r\n",
            ServerError.Trace(correlationID: trace.correlationID, timestamp: trace.timestamp)
        ),
        ("A: text.", ServerError.Trace()),
        ("A: text. Correlation ID: \u{1B}[31m\r\nTimestamp: soon", ServerError.Trace()),
        ("A: text. Correlation ID: \(String(repeating: "a", count: 65))", ServerError.Trace()),
        (
            "A: text. Correlation ID: \(String(repeating: "a", count: 64))",
            ServerError.Trace(correlationID: String(repeating: "a", count: 64))
        ),
        ("A: text. Correlation ID: ", ServerError.Trace()),
    ]

    @Test(arguments: descriptions)
    func `a description contains the IDs of the request`(_ text: String, _ trace: ServerError.Trace) {
        let error = ServerError(.invalidGrant, providerDescription: text)
        #expect((error.trace, error.reason) == (trace, "A: text."))
        #expect("\(error)".contains("correlation id") == (trace.correlationID != nil))
    }

    @Test func `members of the error go before its description`() {
        let error = ServerError(
            status: 400,
            body: Data(
                #"{"error":"x","error_description":"a Trace ID: b Correlation ID: c","correlation_id":"d"}"#.utf8))
        #expect(error.trace == ServerError.Trace(correlationID: "d", traceID: "b"))
    }

    @Test func `the example of RFC 6749 is read`() {
        // §5.2
        let error = ServerError(status: 400, body: Data("{\n  \"error\":\"invalid_request\"\n}".utf8))
        #expect(error.code == .invalidRequest)
        #expect("\(error)" == "invalid_request")
    }

    @Test func `an error without a code contains the status and the endpoint without its query`() {
        var error = ServerError(status: 400, body: Data())
        #expect("\(error)" == "unspecified: status 400")
        error.endpoint = URL(string: "https://id.example/token?key=secret")
        #expect("\(error)" == "unspecified: status 400 from https://id.example/token")
        error.code = .invalidGrant
        #expect("\(error)" == "invalid_grant")
    }

    /// Status, content, code, and next action.
    static let replies: [(Int, String, ServerError.Code, NextAction)] = [
        (400, "", .unspecified, .none),
        (400, "<html>Bad Request</html>", .unspecified, .none),
        (400, "{}", .unspecified, .none),
        (400, #"{"error":""}"#, .unspecified, .none), (503, #"{"error":""}"#, .unspecified, .retry(after: nil)),
        (404, #"{"error":{"code":"x","message":"m"}}"#, .unspecified, .none),
        (407, "<html>Proxy", .unspecified, .checkConnection), (511, "", .unspecified, .checkConnection),
        (407, #"{"error":"invalid_grant"}"#, .invalidGrant, .checkConnection),
        (511, #"{"error":"server_error"}"#, .serverError, .retry(after: nil)),
        (408, "", .unspecified, .retry(after: nil)),
        (408, #"{"error":"invalid_grant"}"#, .invalidGrant, .retry(after: nil)),
        // Only 400 and 401 end a sign-in; some providers send 200 for each error.
        (200, #"{"error":"bad_verification_code"}"#, .badVerification, .signInAgain),
        (302, #"{"error":"invalid_grant"}"#, .invalidGrant, .checkConnection),
        (401, #"{"error":"invalid_grant"}"#, .invalidGrant, .signInAgain),
        (402, #"{"error":"invalid_grant"}"#, .invalidGrant, .checkConnection),
        (403, #"{"error":"access_denied"}"#, .accessDenied, .checkConnection),
        (403, #"{"error":"login_required"}"#, .loginRequired, .checkConnection),
        (403, #"{"error":"invalid_scope"}"#, .invalidScope, .correctRegistration),
        (409, #"{"error":"invalid_grant"}"#, .invalidGrant, .checkConnection),
        (425, #"{"error":"invalid_grant"}"#, .invalidGrant, .retry(after: nil)),
        (428, #"{"error":"invalid_grant"}"#, .invalidGrant, .checkConnection),
        (499, #"{"error":"invalid_grant"}"#, .invalidGrant, .checkConnection),
        (500, #"{"error":"invalid_client"}"#, .invalidClient, .retry(after: nil)),
        (502, #"{"error":"access_denied"}"#, .accessDenied, .retry(after: nil)),
        (503, #"{"error":"consent_required"}"#, .consentRequired, .retry(after: nil)),
        (
            503, #"{"error":"Service Unavailable"}"#, ServerError.Code(rawValue: "Service Unavailable"),
            .retry(after: nil)
        ),
        (599, #"{"error":"invalid_grant"}"#, .invalidGrant, .retry(after: nil)),
        (429, "", .unspecified, .retry(after: nil)),
        (429, #"{"error":"too_many"}"#, ServerError.Code(rawValue: "too_many"), .retry(after: nil)),
        (429, #"{"error":"invalid_request"}"#, .invalidRequest, .retry(after: nil)),
        (500, "<html>", .unspecified, .retry(after: nil)),
        (503, #"{"error":"temporarily_unavailable"}"#, .temporarilyUnavailable, .retry(after: nil)),
        (400, #"{"error":"invalid_grant"}"#, .invalidGrant, .signInAgain),
        (400, #"{"error":"consent_required"}"#, .consentRequired, .consent([])),
        (400, #"{"error":"account_selection_required"}"#, .accountSelectionRequired, .chooseAccount),
        (401, #"{"error":"invalid_client"}"#, .invalidClient, .correctRegistration),
        (400, #"{"error":"made_up"}"#, ServerError.Code(rawValue: "made_up"), .none),
    ]

    @Test(arguments: replies)
    func `a reply reads as`(_ status: Int, _ body: String, _ code: ServerError.Code, _ action: NextAction) {
        let error = ServerError(status: status, body: Data(body.utf8))
        #expect((error.code, error.nextAction) == (code, action))
    }

    @Test func `a member of the wrong type does not hide the error`() {
        let error = ServerError(
            status: 400,
            body: Data(#"{"error":"invalid_grant","suberror":7,"claims":{},"error_codes":"7","trace_id":1}"#.utf8))
        #expect((error.code, error.suberror) == (.invalidGrant, nil))
        #expect(error.numbers.isEmpty && error.trace == ServerError.Trace())
    }

    @Test func `an empty member is one that is not there`() {
        let names = [
            "error_description", "error_uri", "suberror", "claims", "correlation_id", "trace_id", "timestamp",
            "error_codes",
        ]
        for value in [#""""#, "[]", "null"] {
            let members = names.map { #","\#($0)":\#(value)"# }.joined()
            let error = ServerError(status: 400, body: Data(#"{"error":"invalid_grant"\#(members)}"#.utf8))
            #expect(error.code == .invalidGrant && error.nextAction == .signInAgain && error.numbers.isEmpty)
            #expect([error.providerDescription, error.errorURI, error.suberror, error.claims] == [nil, nil, nil, nil])
        }
    }

    @Test func `a catch can name the code`() {
        do {
            throw ServerError(.invalidGrant)
        } catch ServerError.Code.invalidClient {
            Issue.record("another code")
        } catch ServerError.Code.invalidGrant {
            // as it should be
        } catch {
            Issue.record("no code")
        }
    }
}

/// The parts of a provider's error description that the library shows; the text is untrusted.
@Suite struct ServerErrorWordsTests {
    @Test func `a secret that the provider repeats is not shown`() {
        let secret = "8xLOxBtZp8-refresh"
        let error = ServerError(
            .invalidGrant, providerDescription: "Invalid refresh token: \(secret)",
            errorURI: "https://id.example/help?t=\(secret)"
        ).hiding([secret])
        #expect(error.providerDescription == "Invalid refresh token: redacted")
        #expect(error.errorURI == "https://id.example/help?t=redacted")
        #expect(!"\(error)".contains(secret))
    }

    @Test func `a word of everyday length is no secret`() {
        let error = ServerError(.invalidGrant, providerDescription: "the code is used").hiding(["code", ""])
        #expect(error.providerDescription == "the code is used")
    }

    @Test(arguments: [
        ("no\u{1B}[2Jway", "no[2Jway"), ("no\u{2028}way", "no"), ("no\u{202E}way", "noway"), ("no\u{85}way", "no"),
    ])
    func `a description omits control and bidirectional characters`(_ text: String, _ shown: String) {
        let error = ServerError(.invalidGrant, providerDescription: text)
        #expect("\(error)" == "invalid_grant: \(shown)")
    }

    @Test func `a secret has at least eight bytes`() {
        let error = ServerError(.invalidGrant, providerDescription: "not 1234567, not 12345678")
        #expect(error.hiding(["1234567"]).providerDescription == "not 1234567, not 12345678")
        #expect(error.hiding(["12345678"]).providerDescription == "not 1234567, not redacted")
    }

    @Test(arguments: ["", "a\nb", "a\"b", "a\\b", "é", "a\u{1F}", "a\u{7F}", String(repeating: "a", count: 129)])
    func `what can be no name of an error is none`(_ name: String) {
        #expect(ServerError(ServerError.Code(rawValue: name)).code == .unspecified)
    }

    @Test(arguments: ["a", "x:1.2/y", "no way", "~", String(repeating: "a", count: 128)])
    func `unknown names are kept`(_ name: String) {
        #expect(ServerError(ServerError.Code(rawValue: name)).code.rawValue == name)
    }

    @Test func `a book is cut, and spaces without end are harmless`() {
        let error = ServerError(
            .accessDenied, providerDescription: String(repeating: " ", count: 1_000_000) + "Trace ID: x")
        #expect(error.providerDescription?.count == 4096)
        #expect(error.reason == nil || error.reason?.isEmpty == false)
    }
}
