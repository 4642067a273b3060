// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

/// Apps' tests bring their own tenant, and change it at run time.
@Suite struct FileTenantTests {
    /// The examples of docs/tenant-file.md; the first is a whole file.
    private func documented() throws -> [Data] {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/tenant-file.md")
        let text = try String(contentsOf: page.standardized, encoding: .utf8)
        return text.split(separator: "```json\n").dropFirst()
            .compactMap { part in part.split(separator: "\n```").first.map { Data($0.utf8) } }
    }

    @Test func `everything that the documentation shows can stand in one file`() async throws {
        var members: [String: Any] = [:]
        for part in try documented() {
            let object = try #require(try JSONSerialization.jsonObject(with: part) as? [String: Any])
            members.merge(object) { first, second in
                guard let first = first as? [Any], let second = second as? [Any] else { return first }
                return first + second
            }
        }
        let sections: Set = [
            "directories", "apps", "clock", "lifetimes", "keys", "faults", "standardClients", "userFlows",
            "customAttributes", "conditionalAccessPolicies",
        ]
        #expect(sections.isSubset(of: members.keys))
        let tenant = try await withTenant(from: try JSONSerialization.data(withJSONObject: members)) { $0 }
        let clock = String(decoding: try await tenant.administration.send("GET", "clock"), as: UTF8.self)
        #expect(clock == #"{"frozen":true,"now":"2026-01-31T08:00:00Z"}"#)
    }

    @Test func `people of a file sign in to an app of the file`() async throws {
        let tenant = try await withTenant(from: try #require(try documented().first)) { $0 }
        let registration = tenant.registration(
            of: "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10", in: "6f2c1a5e-8f2b-4f0a-9d37-0c5b1e7a4d21",
            redirectURI: try #require(RedirectURI("http://localhost")),
            scopes: ["openid", "profile", "offline_access"])
        let flow = tenant.signInFlow(registration)
        let agent = tenant.userAgent(signingIn: "mara@heron.example", password: "correct horse")
        #expect(try await flow.signIn(with: agent).identity.username == "mara@heron.example")
    }

    @Test func `an invalid file is reported with the error's position`() async throws {
        let error = await #expect(throws: TenantAdministrationError.self) {
            try await withTenant(from: Data(#"{"version": 1, "directores": []}"#.utf8)) { _ in }
        }
        #expect(error?.message.contains("did you mean 'directories'?") == true)
    }

    @Test func `people, apps and consent are added while a test runs`() async throws {
        let tenant = try await withTenant { $0 }
        let person = try await tenant.administration.addPerson(
            "mara@aldervale.example", named: "Mara", in: "aldervale.example")
        let flow = tenant.signInFlow()
        #expect(try await flow.signIn(with: tenant.userAgent(signingIn: person)).identity.name == "Mara")
        let app = try await tenant.administration.addApp(
            named: "Planner", redirectURI: "http://localhost", in: "aldervale.example")
        try await tenant.administration.consent(to: "openid profile", for: app, in: "aldervale.example")
        #expect(try await tenant.administration.code(sentTo: "+44 7700 900814") == nil)
        try await tenant.administration.reset()
        let error = await #expect(throws: TenantAdministrationError.self) {
            try await tenant.administration.send("GET", "apps/\(app)")
        }
        #expect(error?.status == 404)
    }
}
