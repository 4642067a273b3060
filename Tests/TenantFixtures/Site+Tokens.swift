// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory

extension Site {
    static let tokenPath = "/\(tenantID)/oauth2/v2.0/token"

    /// The `kid` of Entra ID's tokens at this time.
    var signingKeyName: String {
        get throws { try platform.context.keys.name(of: platform.context.keys.signingKey, at: .entraID) }
    }

    func code(for request: FormParameters = .goodRequest, as name: String = "ana.silva") async throws -> String {
        var browser = try await Browser.signedIn(at: self, as: name)
        return try #require(try await browser.open(request).carried["code"])
    }

    func token(_ form: FormParameters, at path: String = tokenPath, fields: HTTPFields = [:]) async throws -> Answer {
        try await post(path, form, fields: fields)
    }

    func tokens(
        for request: FormParameters = .goodRequest, as name: String = "ana.silva", asking scope: String? = nil
    ) async throws -> [String: JSONValue] {
        let form = FormParameters.redeeming(try await code(for: request, as: name))
            .with("client_id", request["client_id"]).with("scope", scope)
        let answer = try await token(form)
        try #require(answer.status == .ok, "\(answer.text)")
        return try answer.object()
    }

    func graphToken(_ scope: String = "openid User.Read.All", as name: String = "ana.silva") async throws -> String {
        try #require(try await tokens(for: .goodRequest.with("scope", scope), as: name)["access_token"]?.string)
    }

    func graph(_ path: String, token: String, isEventual: Bool = false) async throws -> Answer {
        var fields: HTTPFields = [.authorization: "Bearer \(token)"]
        if isEventual, let name = HTTPField.Name("ConsistencyLevel") { fields[name] = "eventual" }
        return try await send(.get, "/v1.0\(path)", fields: fields)
    }

    func graph(_ method: HTTPRequest.Method, _ path: String, token: String) async throws -> Answer {
        try await send(method, "/v1.0\(path)", fields: [.authorization: "Bearer \(token)"])
    }

    /// The person and the app of the access token of a response, after its signature was checked.
    func holder(of answer: Answer) async throws -> (person: String?, app: String?) {
        let claims = try await claims(of: try answer.object()["access_token"])
        let app = claims["appid"] ?? claims["azp"]
        let isPerson = claims["scp"] != nil
        return (isPerson ? claims["oid"]?.string : nil, app?.string)
    }

    /// The claims of a token, after its signature was checked with the published key.
    func claims(of token: JSONValue?, at authority: String = tenantID) async throws -> [String: JSONValue] {
        let keys = try JSONWebKeySet(jsonData: try await send(.get, "/\(authority)/discovery/v2.0/keys").body)
        let unverified = try UnverifiedJWS(try #require(token?.string), accepting: [.rs256])
        let key = try #require(keys.keys.first { $0.keyIdentifier == unverified.header.keyIdentifier })
        return try StrictJSON.object(in: try unverified.verified(with: key).payload)
    }
}

extension Site {
    /// The only sample person of the company with a second factor.
    static let careful = "heloise.st-clair"
    static let carefulName = "\(careful)@\(domain)"

    func newestCode() async throws -> String {
        let page = try await send(.get, "/inbox")
        return String(try #require(page.text.firstMatch(of: #/class="one-time-code"><code>(\d{6})</#)).1)
    }

    func messageCount() async throws -> Int { try await platform.context.inbox.messages().count }

    func wrongCode() async throws -> String { try await newestCode() == "000000" ? "000001" : "000000" }
}
