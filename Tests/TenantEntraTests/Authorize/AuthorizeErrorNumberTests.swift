// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

/// What a request meets at the authorization endpoint because of directory, app, session or policy; what is wrong with
/// a request itself stands in ``AuthorizePageErrorTests`` and ``AuthorizeRedirectErrorTests``.
@Suite struct AuthorizeErrorNumberTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let number: Int
        /// The code that the app hears; `nil` for a page.
        let error: String?
        let cause: String
        let answer: Site.Attempt

        init(_ number: Int, _ error: String?, _ cause: String, _ answer: @escaping Site.Attempt) {
            (self.number, self.error, self.cause, self.answer) = (number, error, cause, answer)
        }

        var testDescription: String { "AADSTS\(number): \(cause)" }
    }

    private static func open(at tenant: String = Site.tenantID, audience: SignInAudience? = nil) -> Site.Attempt {
        { site in
            if let audience { try await site.change(app: Site.clientID) { $0.signInAudience = audience } }
            return try await site.visit(.goodRequest, at: tenant)
        }
    }

    private static func silent(_ change: @escaping FormParameters.Change = { $0 }) -> Site.Attempt {
        { site in try await site.open(change(.goodRequest.with("prompt", "none"))) }
    }

    static let rows: [Row] = [
        Row(90002, nil, "nobody has the directory's name", open(at: "nobody.example")),
        Row(90002, nil, "customers sign in to the app through user flows") { site in
            try await site.visit(flow: Site.external)
        },
        Row(700_016, nil, "the app is of another directory than the customers", open(at: Site.customersID)),
        Row(900_023, nil, "the directory has no possible name", open(at: "nobody")),
        Row(50194, nil, "the app is for one directory only", open(at: "common", audience: .organization)),
        Row(9_002_332, nil, "the app is for work accounts only", open(at: "consumers", audience: .organizations)),
        Row(9_002_331, nil, "the app is for personal accounts only", open(at: "organizations", audience: .personal)),
        Row(50105, nil, "the person is not assigned to the app") { site in
            try await site.change(app: Site.clientID) { $0.appRoleAssignmentRequired = true }
            return try await site.open(.goodRequest)
        },
        Row(53003, nil, "a policy forbids it") { site in
            try await site.add(ConditionalAccessPolicy.sample([.block]))
            return try await site.open(.goodRequest)
        },
        Row(9_002_325, "invalid_request", "a page asks for a code without a proof key") { site in
            try await site.addSinglePageApp()
            return try await site.open(
                .goodRequest.with("client_id", Site.pageID).with("redirect_uri", Site.pageURI)
                    .without("code_challenge").without("code_challenge_method"))
        },
        Row(160_021, "interaction_required", "the session is over", silent { $0.with("sid", "gone") }),
        Row(50058, "login_required", "another is hinted at", silent { $0.with("login_hint", "nobody@x.example") }),
        Row(16000, "interaction_required", "two are signed in") { site in
            var browser = try await Browser.signedIn(at: site)
            try await browser.join("conor.obrien")
            return try await browser.open(.goodRequest.with("prompt", "none"))
        },
    ]

    @Test(arguments: rows) func `each number has its cause and its place`(_ row: Row) async throws {
        let answer = try await row.answer(try Site())
        #expect(answer.errorNumber == row.number, "\(answer.text)")
        #expect(answer.carried["error"] == row.error)
        #expect((answer.location == nil) == (row.error == nil))
        #expect(answer.carried["state"] == (row.error == nil ? nil : "state-1"))
        #expect(answer.status == .found || (400...499).contains(answer.status.code) || answer.status == .ok)
    }
}
