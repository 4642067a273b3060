// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import SignInTesting

/// Changes of accounts on the provider's pages, and a sign-out there.
struct ProviderJourneys {
    private static let ana = "ana.silva@aldervale.example"
    private static let tomas = "tomas.ferreira@mailbox.example"
    private static let name = "Tomás Andrade"
    private static let customer = "/sign-in?registration=B2C_Account&return=/accounts"

    let web: String
    let tenant: URL
    let transport: any Transport
    let meanwhile: () async throws -> Void

    // MARK: User flows

    /// The links of the accounts page, the user flows behind them, and the typed values.
    private static let changes = [
        ("Edit profile", "b2c_1_edit_profile", ["displayName": name]),
        (
            "Set a new password", "b2c_1_reset",
            ["email": tomas, "password": "Green-kettle-6", "passwordAgain": "Green-kettle-6"]
        ),
    ]

    /// A customer edits the profile and sets another password, and returns to the accounts page each time.
    func accountChanges() async throws {
        var (visitor, provider) = (visitor(), browser(of: Self.tomas))
        let accounts = try await signIn(&visitor, with: &provider, at: Self.customer)
        #expect(accounts.text.contains("Tomás Ferreira"), "\(accounts.text)")
        for (label, flow, typed) in Self.changes {
            let start = try await visitor.get(accounts.link(label), .link)
            #expect(start.location.lowercased().contains(flow), "\(start.text)")
            let answer = try await provider.answer(to: start, typing: typed)
            try await meanwhile()
            let back = try await visitor.get(answer, .elsewhere)
            #expect(back.location == "/accounts", "\(label): \(back.text)")
            let changed = try await visitor.get("/accounts", .link).text
            #expect(changed.contains(Self.tomas) && changed.contains(Self.name), "\(label): \(changed)")
        }
        var elsewhere = browser(of: Self.tomas)
        elsewhere.password = "Green-kettle-6"
        let after = try await signIn(&visitor, with: &elsewhere, at: Self.customer)
        #expect(after.text.contains(Self.name), "\(after.text)")
    }

    /// A customer resets a forgotten password, and signs in with it to the page of the first click.
    func forgottenPassword() async throws {
        var (visitor, provider) = (visitor(), browser(of: Self.tomas))
        let start = try await visitor.get(visitor.get("/tasks").link("Sign in as a customer"), .link)
        let forgotten = try await provider.answer(to: start, typing: ["do": "forgot"])
        try await meanwhile()
        let flow = try await visitor.get(forgotten, .elsewhere)
        #expect(flow.location.lowercased().contains("b2c_1_reset"), "\(flow.text)")
        let typed = ["email": Self.tomas, "password": "Blue-kettle-7", "passwordAgain": "Blue-kettle-7"]
        let answer = try await provider.answer(to: flow, typing: typed)
        try await meanwhile()
        let back = try await visitor.get(answer, .elsewhere)
        #expect(back.status == .seeOther && visitor.cookie == nil, "\(back.text)")
        // In another browser, the provider requests the password.
        var elsewhere = browser(of: Self.tomas)
        let again = try await visitor.get(back.location, .elsewhere)
        await #expect(throws: ScriptedUserAgentError.self) { try await elsewhere.answer(to: again) }
        elsewhere.password = "Blue-kettle-7"
        let list = try await signIn(&visitor, with: &elsewhere, at: back.location)
        #expect(list.text.contains("Tasks of Tomás"), "\(list.text)")
    }

    // MARK: The end at the provider

    /// Registrations with sign-out notices, the provider's address, and the frames of its last page: the standard
    /// provider posts a token to the app, Entra ID loads its page in a frame.
    private static let notices = [
        (WebSettings.standardName, "op/logout", 0), ("myGraphService", "common/oauth2/v2.0/logout", 1),
    ]

    /// A sign-out at the provider ends that browser's session at each instance, and no other.
    func signOutsAtProvider() async throws {
        try await registerNotices()
        for (registration, logout, frameCount) in Self.notices {
            let start = "/sign-in?registration=\(registration)&return=/accounts"
            var (desk, phone) = (visitor(), visitor())
            var (atDesk, onPhone) = (browser(of: Self.ana), browser(of: Self.ana))
            try await signIn(&desk, with: &atDesk, at: start)
            try await signIn(&phone, with: &onPhone, at: start)
            #expect(try await desk.get("/accounts", .link).isSignedIn)
            let page = try await atDesk.lastPage(from: logout)
            let frames = page.matches(of: #/<iframe [^>]*src="([^"]*)"/#).map {
                String($0.1).replacing("&amp;", with: "&")
            }
            #expect(frames.count == frameCount, "\(page)")
            for frame in frames {
                // A frame of another site lacks the app's cookie.
                var frameVisitor = visitor()
                #expect(try await frameVisitor.get(frame, .elsewhereWithoutClick).status == .ok)
            }
            // Four steps kill each instance once, so each responds alone once.
            for _ in 1...4 {
                try await meanwhile()
                var (old, other) = (desk, phone)
                let over = try await old.get("/accounts", .link)
                #expect(over.status == .ok && !over.isSignedIn, "\(registration)")
                #expect(try await other.get("/accounts", .link).isSignedIn, "\(registration)")
            }
        }
    }

    /// Registers the app and its notice addresses, as an operator does.
    private func registerNotices() async throws {
        let administration = TenantAdministration(over: transport, at: tenant)
        let standard = """
            {"version": 1, "standardClients": [{
            "client_id": "\(WebSettings.standardID)", "client_secret": "\(WebSettings.standardSecret)",
            "redirect_uris": ["\(web)\(WebSettings.standardPath)"],
            "backchannel_logout_uri": "\(web)/sign-in/back-channel-logout/\(WebSettings.standardName)"}]}
            """
        try await administration.take(tenantFile: Data(standard.utf8))
        // Entra ID puts the session into the ID token only if the registration requests it.
        let work = """
            {"web": {"logoutUrl": "\(web)/sign-in/front-channel-logout/myGraphService"},
            "optionalClaims": {"idToken": [{"name": "sid"}]}}
            """
        try await administration.send("PATCH", "apps/4be1a7d2-60c9-4f35-8e1b-95d30c7f26a8", Data(work.utf8))
    }

    // MARK: Steps

    private func visitor() -> PageVisitor { PageVisitor(at: web, over: transport) }

    private func browser(of username: String) -> ProviderBrowser {
        ProviderBrowser(of: username, at: tenant, over: transport)
    }

    /// Signs in from an address that leads to the provider, and returns the next page.
    @discardableResult
    private func signIn(
        _ visitor: inout PageVisitor, with provider: inout ProviderBrowser, at address: String
    ) async throws -> TransportResponse {
        let answer = try await provider.answer(to: visitor.get(address, .link))
        try await meanwhile()
        let response = try await visitor.get(answer, .elsewhere)
        #expect(response.status == .seeOther, "\(response.text)")
        return try await visitor.get(response.location, .link)
    }
}

extension TransportResponse {
    /// Whether the accounts page has one; the standard provider's ID token has no name to look for.
    fileprivate var isSignedIn: Bool { text.contains("action=\"/sign-out\"") }
}

/// The person stays signed in from one visit to the next.
struct ProviderBrowser {
    let username: String
    var password = "watchword"
    private let tenant: URL
    private let administration: TenantAdministration
    private var browser: ScriptedBrowser

    init(of username: String, at tenant: URL, over transport: any Transport) {
        (self.username, self.tenant) = (username, tenant)
        administration = TenantAdministration(over: transport, at: tenant)
        browser = ScriptedBrowser(transport: transport)
    }

    /// Follows the app's redirect through the pages, and returns the redirect to the app; values are typed by field;
    /// `do` presses another button than the first.
    mutating func answer(to response: TransportResponse, typing typed: [String: String] = [:]) async throws -> String {
        switch try await walk(from: try #require(URL(string: response.location), "\(response.text)"), typing: typed) {
        case .elsewhere(let address): return address.absoluteString
        case .page(let page): throw page.error
        }
    }

    /// Opens a page of the provider, answers its questions, and returns the last page.
    mutating func lastPage(from path: String) async throws -> String {
        switch try await walk(from: tenant.appending(path: path), typing: [:]) {
        case .elsewhere(let address): throw ScriptedUserAgentError(message: "it leads to \(address)")
        case .page(let page): return page.html
        }
    }

    private mutating func walk(from url: URL, typing typed: [String: String]) async throws -> ScriptedBrowser.Place {
        var place = try await browser.get(url)
        for _ in 0..<10 {
            switch place {
            case .elsewhere(let address) where !address.absoluteString.hasPrefix(tenant.absoluteString): return place
            case .elsewhere(let address): place = try await browser.get(address)
            case .page(let page) where !page.hasForm: return place
            case .page(let page):
                var answers = ScriptedPage.Answers(username: username, password: password)
                if page.asksForCode { answers.code = try await administration.code(sentTo: username) }
                let form = try page.form(filledWith: answers)
                var parameters = FormParameters()
                for pair in form.parameters.pairs { parameters.append(pair.name, typed[pair.name] ?? pair.value) }
                place = try await browser.post(.init(address: form.address, parameters: parameters))
            }
        }
        throw ScriptedUserAgentError(message: "the provider's pages form a loop")
    }
}
