// SPDX-License-Identifier: Apache-2.0

extension Site {
    typealias Attempt = @Sendable (Site) async throws -> Answer
    typealias Change = @Sendable (Site) async throws -> Void

    /// The response to an authorization request in a browser in which a person is signed in.
    func open(
        _ request: FormParameters, at tenant: String = tenantID, as name: String = "ana.silva"
    ) async throws -> Answer {
        var browser = try await Browser.signedIn(at: self, as: name)
        return try await browser.open(request, at: tenant)
    }

    /// The response to an authorization request in a browser without a session.
    func visit(_ request: FormParameters, at tenant: String = tenantID) async throws -> Answer {
        var browser = Browser(self)
        return try await browser.open(request, at: tenant)
    }
}

extension [String: JSONValue] {
    /// The texts of these members; `nil` for a member that is absent or no text.
    func texts(_ names: String...) -> [String?] { names.map { self[$0]?.string } }
}

/// A suite in which each test has a tenant of its own.
protocol SiteSuite { init(site: Site) }

extension SiteSuite {
    init() throws { self.init(site: try Site()) }
}
