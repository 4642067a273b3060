// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPServing
import LocalTenant
import OAuthMessages
import ProgramLifecycle
import TenantDirectory

/// The endpoints of the local tenant, each with every parameter and header field that it reads.
struct TenantReaders: Sendable {
    let platform: IdentityPlatform
    let responder: InProcessResponder<TenantResponder>
    private let graphToken: String

    init() async throws {
        platform = try IdentityPlatform(TenantSettings(address: ServerAddress(port: 4400)))
        responder = InProcessResponder(
            platform.router().buildResponder(), logger: Log("benchmark"))
        let request = Self.request(.post, "\(Self.entra)/token", Self.formType)
        let (_, content) = try await responder.respond(to: request, body: Data(Self.service.encoded.utf8))
        graphToken = try JSONDecoder().decode(Tokens.self, from: content).accessToken
    }

    private struct Tokens: Decodable {
        let accessToken: String

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
        }
    }

    private static let service: FormParameters = [
        "grant_type": "client_credentials", "client_id": SampleApp.nightlyReportID,
        "client_secret": SampleApp.nightlyReportSecret, "scope": "https://graph.microsoft.com/.default",
    ]

    // RFC 7636 Appendix B
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private static let native: FormParameters = [
        "client_id": StandardSampleClient.nativeID, "redirect_uri": "http://localhost/callback",
        "response_type": "code", "scope": "openid", "code_challenge": challenge, "code_challenge_method": "S256",
    ]

    /// What is answered, or refused at the end.
    private var good: [(String, String, FormParameters)] {
        let code: FormParameters = [
            "grant_type": "authorization_code", "client_id": StandardSampleClient.nativeID, "code": "c",
            "redirect_uri": "http://localhost/callback", "code_verifier": Self.challenge,
        ]
        let entraCode: FormParameters = [
            "grant_type": "authorization_code", "client_id": SampleApp.quickStartID, "code": "c",
            "redirect_uri": "http://localhost", "code_verifier": Self.challenge,
        ]
        let token: FormParameters = [
            "client_id": StandardSampleClient.webID, "client_secret": StandardSampleClient.webSecret, "token": "t",
        ]
        let device: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "d",
            "client_id": StandardSampleClient.nativeID,
        ]
        return [
            ("a token of a service", "\(Self.entra)/token", Self.service),
            ("an unknown code of Entra ID", "\(Self.entra)/token", entraCode),
            ("an unknown code", "/op/token", code), ("an unknown device code", "/op/token", device),
            ("an unknown token to revoke", "/op/revoke", token),
            ("an unknown token to introspect", "/op/introspect", token), ("a pushed request", "/op/par", Self.native),
            (
                "a device code", "/op/device_authorization",
                ["client_id": StandardSampleClient.nativeID, "scope": "openid"]
            ),
        ]
    }

    /// Each once, with usual values.
    var endpoints: [(name: String, head: HTTPRequest, content: Data)] {
        let posts = forms.map { ($0, $0, $1) } + good
        let gets =
            [
                "/op/authorize?\(Self.native.encoded)",
                "\(Self.flow)/authorize?client_id=\(SampleApp.customerTasksID)&redirect_uri=http%3A%2F%2Flocalhost"
                    + "&response_type=code&scope=openid&code_challenge=\(Self.challenge)&code_challenge_method=S256",
            ] + queries.map { "\($0)?\($1.encoded)" } + paths.map { $0.replacing("HERE", with: "a") } + pages
        return posts.map { ("strangers, POST \($0)", Self.request(.post, $1, Self.formType), Data($2.encoded.utf8)) }
            + gets.map { ("strangers, GET \($0)", asking($0), Data()) }
    }

    /// Sends a request as a stranger does.
    func send(_ path: String, _ content: Data, _ type: String) async throws -> Data {
        try await responder.respond(to: Self.request(.post, path, type), body: content).1
    }

    /// All of them.
    var all: [Reader] {
        forms.flatMap { path, form in form.pairs.map { filling($0.name, of: form, at: path) } }
            + queries.flatMap { path, query in query.pairs.map { asking($0.name, of: query, at: path) } }
            + paths.map(asking(at:)) + fields.map(sending) + contents.map(sending)
    }

    static let entra = "/\(SampleApp.homeID)/oauth2/v2.0"
    private static let flow = "/\(SampleApp.customersDomain)/B2C_1_susi/oauth2/v2.0"
    private static let formType = "application/x-www-form-urlencoded"
    private static let authorize: FormParameters = [
        "client_id": SampleApp.quickStartID, "redirect_uri": "http://localhost", "response_type": "code",
        "scope": "openid profile User.Read", "state": "a", "nonce": "b", "prompt": "login", "login_hint": "ana",
        "domain_hint": "organizations", "claims": "{\"id_token\":{}}", "response_mode": "query", "code_challenge": "c",
    ]
    private static let token: FormParameters = [
        "grant_type": "authorization_code", "client_id": SampleApp.quickStartID, "client_secret": "s", "code": "c",
        "redirect_uri": "http://localhost", "scope": "openid User.Read", "refresh_token": "r", "assertion": "a.b.c",
        "client_assertion": "a.b.c", "device_code": "d", "username": "u", "token": "t", "id_token_hint": "a.b.c",
    ]

    private var forms: [(String, FormParameters)] {
        let signIn: FormParameters = ["request": "client_id=a", "username": "ana", "csrf": "c", "user_code": "ABC"]
        return [
            ("\(Self.entra)/authorize", Self.authorize), ("\(Self.entra)/token", Self.token),
            ("\(Self.entra)/devicecode", Self.authorize), ("\(Self.entra)/logout", Self.authorize),
            ("/\(SampleApp.homeID)/login", signIn), ("/devicelogin", signIn),
            ("\(Self.flow)/authorize", Self.authorize),
            ("\(Self.flow)/token", Self.token), ("\(Self.flow)/login", signIn), ("/op/authorize", Self.authorize),
            ("/op/par", Self.authorize), ("/op/token", Self.token), ("/op/revoke", Self.token),
            ("/op/introspect", Self.token), ("/op/logout", Self.authorize), ("/op/login", ["interaction": "a"]),
        ]
    }

    private var queries: [(String, FormParameters)] {
        [
            ("\(Self.entra)/authorize", Self.authorize), ("\(Self.entra)/logout", Self.authorize),
            ("/\(SampleApp.homeID)/v2.0/adminconsent", Self.authorize), ("\(Self.flow)/authorize", Self.authorize),
            ("/op/authorize", Self.authorize), ("/op/logout", Self.authorize), ("/inbox", ["to": "a"]),
            ("/error", ["code": "AADSTS50058"]),
            ("/common/discovery/instance", ["authorization_endpoint": "https://a"]),
            (
                "/v1.0/users",
                [
                    "$filter": "startswith(displayName,'A') or mail eq 'b'", "$search": "\"displayName:a\"",
                    "$orderby": "displayName desc", "$select": "id,mail", "$top": "5", "$skiptoken": "a",
                    "$count": "true",
                ]
            ),
        ]
    }

    private let paths = [
        "/HERE/v2.0/.well-known/openid-configuration", "/HERE/oauth2/v2.0/authorize", "/v1.0/users/HERE", "/v1.0/HERE",
        "/common/userrealm/HERE", "/op/HERE", "/tessera/v1/apps/HERE", "/HERE",
    ]

    /// What has no parameters.
    private let pages = [
        "/op/.well-known/openid-configuration", "/op/keys", "/op/userinfo", "/oidc/userinfo", "/", "/devicelogin",
        "/common/v2.0/.well-known/openid-configuration", "/common/discovery/v2.0/keys",
        "/tessera/v1/refusals?after=1000000",
    ]

    private let fields = [
        "Authorization", "Cookie", "DPoP", "Origin", "Accept-Language", "User-Agent", "Content-Type",
        "client-request-id",
    ]

    private let contents = [
        ("application/json", #"{"displayName":"HERE"}"#), ("application/json", #"{"a":[1,{"b":null}],"c":HERE}"#),
        (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"HERE\"\r\n\r\nHERE\r\n--b--\r\n"
        ),
        (formType, "a=HERE&b=HERE"),
    ]

    private func filling(_ name: String, of form: FormParameters, at path: String) -> Reader {
        reader("POST \(path) \(name)", form[name] ?? "") { text in
            (Self.request(.post, path, Self.formType), Data(Self.replacing(name, in: form, with: text).encoded.utf8))
        }
    }

    private func asking(_ name: String, of query: FormParameters, at path: String) -> Reader {
        reader("GET \(path) \(name)", query[name] ?? "") { text in
            (asking("\(path)?\(Self.replacing(name, in: query, with: text).encoded)"), Data())
        }
    }

    private func asking(_ path: String) -> HTTPRequest {
        var request = Self.request(.get, path)
        if path.hasPrefix("/v1.0") { request.headerFields[.authorization] = "Bearer \(graphToken)" }
        return request
    }

    private func asking(at path: String) -> Reader {
        reader("GET \(path)", "a") { text in
            (asking(path.replacing("HERE", with: FormParameters.encoded(text))), Data())
        }
    }

    private func sending(_ field: String) -> Reader {
        reader("field \(field)", "Bearer a.b.c") { text in
            var request = Self.request(.post, "/op/token", Self.formType)
            if let name = HTTPField.Name(field) { request.headerFields[name] = text }
            return (request, Data(Self.token.encoded.utf8))
        }
    }

    private func sending(_ content: (type: String, text: String)) -> Reader {
        let path = content.type == "application/json" ? "/tessera/v1/apps" : "\(Self.entra)/token"
        return reader("content \(content.type)", "a") { text in
            (Self.request(.post, path, content.type), Data(content.text.replacing("HERE", with: text).utf8))
        }
    }

    private func reader(
        _ name: String, _ seed: String, _ request: @escaping @Sendable (String) -> (HTTPRequest, Data)
    ) -> Reader {
        Reader(name: name, seeds: [Data(seed.utf8)]) { [responder] input in
            let (head, body) = request(String(decoding: input, as: UTF8.self))
            _ = try? await responder.respond(to: head, body: body)
        }
    }

    private static func request(
        _ method: HTTPRequest.Method, _ path: String, _ contentType: String? = nil
    ) -> HTTPRequest {
        var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:4400", path: path)
        request.headerFields[.contentType] = contentType
        return request
    }

    private static func replacing(_ name: String, in form: FormParameters, with text: String) -> FormParameters {
        var replaced = FormParameters()
        for pair in form.pairs { replaced.append(pair.name, pair.name == name ? text : pair.value) }
        return replaced
    }
}
