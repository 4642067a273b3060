// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory

extension Site {
    static let customersDomain = SampleApp.customersDomain
    static let customersID = SampleApp.customersID
    static let susi = "/\(customersDomain)/B2C_1_susi/oauth2/v2.0"
    static let reset = "/\(customersDomain)/B2C_1_reset/oauth2/v2.0"
    static let signIn = "/\(customersDomain)/B2C_1_signin/oauth2/v2.0"
    static let signUp = "/\(customersDomain)/B2C_1_signup/oauth2/v2.0"
    static let editProfile = "/\(customersDomain)/B2C_1_edit_profile/oauth2/v2.0"
    static let shop = "/\(customersDomain)/B2C_1_shop/oauth2/v2.0"
    static let password = "/\(customersDomain)/B2C_1_ROPC/oauth2/v2.0"
    static let shopAppID = "6d0c8f1e-4b7a-4c7e-9d42-0a3f5b2e9c81"
    static let external = "/\(customersID)/oauth2/v2.0"
    static let goodPassword = "Correct-horse-7"

    func mailedCode(to address: String) async throws -> String {
        let messages = try await Inbox(database: platform.context.database).messages()
        return try #require(messages.first { $0.recipient == address }?.code)
    }

    func flowCode(
        for request: FormParameters = .flowRequest, as email: String = "ines.kallio@mailbox.example",
        at place: String = susi
    ) async throws -> String {
        var browser = Browser(self)
        try await browser.join(customer: email)
        let answer = try await browser.get("\(place)/authorize?\(request.encoded)")
        return try #require(answer.carried["code"], "\(answer.text)")
    }

    func flowTokens(
        for request: FormParameters = .flowRequest, as email: String = "ines.kallio@mailbox.example",
        at place: String = susi
    ) async throws -> [String: JSONValue] {
        let code = try await flowCode(for: request, as: email, at: place)
        let form = FormParameters.flowRedeeming(code).with("client_id", request["client_id"])
        let answer = try await post("\(place)/token", form)
        try #require(answer.status == .ok, "\(answer.text)")
        return try answer.object()
    }

    /// The response to a request at a user flow in a browser without a session.
    func visit(flow place: String, _ request: FormParameters = .flowRequest) async throws -> Answer {
        try await send(.get, "\(place)/authorize?\(request.encoded)")
    }

    func change(_ flow: String, _ body: @Sendable (inout UserFlow) -> Void) async throws {
        let flows = try await platform.context.database.userFlows(of: Self.customersID)
        var changed = try #require(flows.first { $0.isNamed(flow) })
        body(&changed)
        let kept = changed
        try await platform.context.database.write { try kept.update($0) }
    }

    func addShopApp(_ body: (inout RegisteredApp) throws -> Void) async throws {
        var app = RegisteredApp(
            id: Self.shopAppID, tenantID: Self.customersID, displayName: "Shop",
            redirectURIs: ["http://localhost"], identifierURI: nil, scopes: [], accessTokenVersion: 2,
            consentedScopes: ["\(SampleApp.customerTasksID)/Tasks.Read"])
        try body(&app)
        try await add(app)
    }

    func flowClaims(of token: JSONValue?) async throws -> [String: JSONValue] {
        try await claims(of: token, at: "\(Self.customersID)/b2c_1_susi")
    }

    func externalIDClaims(of token: JSONValue?) async throws -> [String: JSONValue] {
        try await claims(of: token, at: Self.customersID)
    }
}

extension FormParameters {
    /// A valid authorization request at a user flow, which tests change.
    static let flowRequest: FormParameters = [
        "client_id": SampleApp.customerTasksID, "redirect_uri": "http://localhost:49152", "response_type": "code",
        "scope": "openid offline_access \(SampleApp.customerTasksID)", "state": "state-1", "nonce": "nonce-1",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
    ]

    static let externalIDRequest = flowRequest.with("client_id", SampleApp.customerPortalID)
        .with("scope", "openid profile email offline_access")

    static let pageOfShopRequest = flowRequest.with("client_id", Site.shopAppID)
        .with("redirect_uri", "\(Site.pageOfShop)/callback").with("scope", "openid offline_access \(Site.shopAppID)")

    static let flowPassword: FormParameters = [
        "grant_type": "password", "client_id": SampleApp.customerTasksID, "username": "ines.kallio@mailbox.example",
        "password": "watchword", "scope": "openid offline_access \(SampleApp.customerTasksID)",
        "response_type": "token id_token",
    ]

    static func flowRedeeming(_ code: String) -> FormParameters {
        [
            "grant_type": "authorization_code", "client_id": SampleApp.customerTasksID, "code": code,
            "redirect_uri": "http://localhost:49152", "code_verifier": goodVerifier,
        ]
    }

    static func flowRefreshing(_ token: String) -> FormParameters {
        ["grant_type": "refresh_token", "client_id": SampleApp.customerTasksID, "refresh_token": token]
    }
}

extension Browser {
    mutating func open(flow place: String, _ request: FormParameters = .flowRequest) async throws -> Answer {
        try await get("\(place)/authorize?\(request.encoded)")
    }

    /// Signs a sample customer in, without the cost of a password hash.
    mutating func join(customer email: String) async throws {
        let tenant = try #require(try await site.platform.context.database.tenant(Site.customersID))
        let customer = try #require(try await site.platform.context.customers(of: tenant).customer(email: email))
        let member = CustomerSessions.Member(customer: customer, authenticatedAt: site.clock.now)
        let head = HTTPRequest(method: .get, scheme: "http", authority: Site.authority, path: "/")
        keep(
            try await site.platform.context.customerSessions(of: tenant)
                .begin(member, in: Request(head: head)))
    }

    mutating func press(_ button: String, on page: Answer, _ filled: FormParameters = [:]) async throws -> Answer {
        try await submit(page, filled.with("do", button))
    }

    /// Goes from the page that asks for the address to the one that asks for password and names.
    mutating func verify(_ email: String, from page: Answer) async throws -> Answer {
        let code = try await press("send", on: page, ["email": email])
        return try await press("verify", on: code, ["code": try await site.mailedCode(to: email)])
    }

    mutating func signUp(
        _ email: String, named name: String, password: String = Site.goodPassword, from page: Answer
    ) async throws -> Answer {
        let details = try await verify(email, from: try await press("sign-up", on: page))
        return try await press(
            "finish", on: details, ["password": password, "passwordAgain": password, "displayName": name])
    }
}

extension Answer {
    /// The `AADB2C` number of a page, of a redirect or of JSON.
    var flowErrorNumber: Int? {
        let places = [carried["error_description"] ?? "", text]
        return places.lazy.compactMap { $0.firstMatch(of: #/AADB2C(\d+)/#) }.first.flatMap { Int($0.1) }
    }

    /// What a redirect carries in its fragment.
    var fragment: FormParameters {
        guard let location, let mark = location.firstIndex(of: "#") else { return FormParameters() }
        return FormParameters(encoded: location[location.index(after: mark)...]) ?? FormParameters()
    }

    var title: String? { text.firstMatch(of: #/<title>(.*?)<\/title>/#).map { String($0.1) } }
}

extension Site {
    static let externalToken = "\(external)/token"
    static let pageOfShop = "https://spa.example"
    static let shopSecret = "right-secret"
    static let tasksRead = "\(SampleApp.customerTasksURI)/Tasks.Read"

    static let externalRequest = FormParameters.externalIDRequest.with("client_id", shopAppID)

    static let externalPageRequest = externalRequest.with("redirect_uri", "\(pageOfShop)/callback")

    /// ``shopAppID``, assigned to the flow of External ID.
    func addExternalApp(_ body: (inout RegisteredApp) throws -> Void = { _ in }) async throws {
        try await addShopApp(body)
        try await change("SignUpAndSignIn") { $0.clientIDs.append(Self.shopAppID) }
    }

    func redeemExternal(
        _ code: String, at redirectURI: String = "http://localhost:49152", secret: String? = nil,
        from origin: String? = nil
    ) async throws -> Answer {
        let form = FormParameters.flowRedeeming(code).with("client_id", Self.shopAppID)
            .with("redirect_uri", redirectURI).with("client_secret", secret)
        return try await post(Self.externalToken, form, fields: origin.map { [.origin: $0] } ?? [:])
    }

    func refreshExternal(
        _ answer: Answer, secret: String? = nil, scope: String? = nil, from origin: String? = nil
    ) async throws -> Answer {
        let token = try #require(try answer.object()["refresh_token"]?.string, "\(answer.text)")
        let form = FormParameters.flowRefreshing(token).with("client_id", Self.shopAppID)
            .with("client_secret", secret).with("scope", scope)
        return try await post(Self.externalToken, form, fields: origin.map { [.origin: $0] } ?? [:])
    }
}
