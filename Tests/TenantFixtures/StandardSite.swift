// SPDX-License-Identifier: Apache-2.0

extension FormParameters {
    /// A valid request of the public client, which tests change.
    static let standardRequest: FormParameters = [
        "client_id": StandardSampleClient.nativeID, "redirect_uri": "http://127.0.0.1:49152/callback",
        "response_type": "code", "scope": "openid profile offline_access", "state": "state-1", "nonce": "nonce-1",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
    ]

    static let webRequest: FormParameters = [
        "client_id": StandardSampleClient.webID, "redirect_uri": "http://127.0.0.1:8080/callback",
        "response_type": "code", "scope": "openid email offline_access orders.read", "state": "state-2",
        "nonce": "nonce-2",
    ]

    static func standardRedeeming(_ code: String) -> FormParameters {
        [
            "grant_type": "authorization_code", "client_id": StandardSampleClient.nativeID, "code": code,
            "redirect_uri": "http://127.0.0.1:49152/callback", "code_verifier": goodVerifier,
        ]
    }

    static func webRedeeming(_ code: String) -> FormParameters {
        [
            "grant_type": "authorization_code", "code": code, "redirect_uri": "http://127.0.0.1:8080/callback",
            "client_id": StandardSampleClient.webID, "client_secret": StandardSampleClient.webSecret,
        ]
    }

    static func standardRefreshing(_ token: String) -> FormParameters {
        ["grant_type": "refresh_token", "client_id": StandardSampleClient.nativeID, "refresh_token": token]
    }

    /// The credentials of the resource server, with a token to ask about.
    static func asking(_ token: String) -> FormParameters {
        ["client_id": StandardSampleClient.apiID, "client_secret": StandardSampleClient.apiSecret, "token": token]
    }
}

extension Answer {
    var errorCode: String? { (try? object())?["error"]?.string }
}

extension Browser {
    /// A browser with a person signed in to the standard provider, without the cost of a password hash.
    static func standard(at site: Site, as name: String = "ana.silva") async throws -> Browser {
        var browser = Browser(site)
        try await browser.joinStandard(name)
        return browser
    }

    mutating func joinStandard(_ name: String) async throws {
        var head = HTTPRequest(method: .get, scheme: "http", authority: Site.authority, path: "/op")
        head.headerFields[.cookie] = cookieField(for: "/op")
        let request = Request(head: head)
        keep(try await site.platform.standardProvider.sessions.add(try await site.person(name), to: request).field)
    }

    mutating func openStandard(_ request: FormParameters = .standardRequest) async throws -> Answer {
        try await get("/op/authorize?\(request.encoded)")
    }

    /// Opens a request, and consents if asked.
    mutating func agreeStandard(_ request: FormParameters = .standardRequest) async throws -> Answer {
        let page = try await openStandard(request)
        return page.asksForConsent ? try await submit(page, ["answer": "accept"]) : page
    }

    mutating func approveStandard(_ userCode: String, as name: String = "ana.silva") async throws -> Answer {
        let question = try await submit(try await get("/op/device"), ["user_code": userCode])
        #expect(question.text.contains("Are you trying to sign in to"))
        let picker = try await submit(question, ["continue": "1"])
        let consent = try await submit(picker, ["username": "\(name)@\(Site.domain)"])
        #expect(consent.asksForConsent)
        return try await submit(consent, ["answer": "accept"])
    }

    mutating func signInStandard(
        _ request: FormParameters = .standardRequest, as name: String = "ana.silva"
    ) async throws -> Answer {
        let username = "\(name)@\(Site.domain)"
        let password = try await submit(try await openStandard(request), ["username": username])
        let page = try await submit(password, ["username": username, "password": "watchword"])
        return page.asksForConsent ? try await submit(page, ["answer": "accept"]) : page
    }
}

extension Site {
    func standardCode(
        for request: FormParameters = .standardRequest, as name: String = "ana.silva"
    ) async throws -> String {
        var browser = try await Browser.standard(at: self, as: name)
        return try #require(try await browser.agreeStandard(request).carried["code"])
    }

    func standardTokens(_ scope: String = "openid profile offline_access") async throws -> [String: JSONValue] {
        let code = try await standardCode(for: .standardRequest.with("scope", scope))
        let answer = try await post("/op/token", .standardRedeeming(code))
        try #require(answer.status == .ok, "\(answer.text)")
        return try answer.object()
    }

    func webTokens(_ request: FormParameters = .webRequest) async throws -> [String: JSONValue] {
        let answer = try await post("/op/token", .webRedeeming(try await standardCode(for: request)))
        try #require(answer.status == .ok, "\(answer.text)")
        return try answer.object()
    }

    func userInfo(_ token: String, scheme: String = "Bearer") async throws -> Answer {
        try await send(.get, "/op/userinfo", fields: [.authorization: "\(scheme) \(token)"])
    }

    /// The header and claims of a token, after its signature was checked with the published key.
    func standardClaims(of token: String?) async throws -> (header: JWSHeader, claims: [String: JSONValue]) {
        let keys = try JSONWebKeySet(jsonData: try await send(.get, "/op/jwks").body)
        let unverified = try UnverifiedJWS(try #require(token), accepting: Set(SignatureAlgorithm.allCases))
        let key = try #require(keys.keys.first { $0.keyIdentifier == unverified.header.keyIdentifier })
        #expect(key.algorithm == unverified.header.algorithm)
        return (unverified.header, try StrictJSON.object(in: try unverified.verified(with: key).payload))
    }
}
