// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAdministration
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct TenantFileTests {
    private func file(_ json: String = Site.file) -> Data { Data(json.utf8) }

    @Test func `export, import and export give equal bytes`() async throws {
        let first = try IdentityPlatform.plain()
        _ = try await first.content.take(file())
        let exported = try await first.content.file()
        let second = try IdentityPlatform.plain()
        _ = try await second.content.take(exported)
        #expect(try await second.content.file() == exported)
        let text = String(decoding: exported, as: UTF8.self)
        #expect(!text.contains("watchword") && !text.contains("a secret of the planner"))
        #expect(text.contains("Routes.Read"))
    }

    @Test func `the samples can be exported, and are the same after an import`() async throws {
        let exported = try await IdentityPlatform.plain(samples: true).content.file()
        let second = try IdentityPlatform.plain()
        #expect(try await second.content.take(exported).counts["person"]?.added == 52)
        #expect(try await second.content.file() == exported)
    }

    @Test func `a file is all there is, but for Microsoft Graph, and names lead to people`() async throws {
        let platform = try IdentityPlatform.plain()
        _ = try await platform.content.take(file())
        #expect(try await platform.context.database.apps().filter { !$0.isBuiltIn }.map(\.displayName) == ["Planner"])
        let people = try await platform.people()
        #expect((people.map(\.displayName), people[1].managerID) == (["Mara Lind", "Tom Reyes"], people[0].id))
        let app = try #require(try await platform.context.database.app("0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10"))
        #expect(app.appRoleAssignments.map(\.principalID) == [people[1].id])
        #expect(app.credential(of: "a secret of the planner") != nil)
        let tenant = try await platform.context.tenant()
        #expect(try await PasswordHash.accepts("watchword", against: tenant.passwordHash))
        #expect(try await platform.context.consents.consent(of: people[0], to: app).own == ["openid", "profile"])
    }

    @Test func `ids that a file leaves out are the same in every run`() async throws {
        var ids: [[String]] = []
        for _ in 0..<2 {
            let platform = try IdentityPlatform.plain()
            _ = try await platform.content.take(file())
            ids.append(try await platform.people().map(\.id))
        }
        #expect(ids[0] == ids[1] && ids[0].allSatisfy { Identifier.isWellFormed($0) })
    }

    @Test func `a folder that was filled from a file gets no samples later`() async throws {
        try await withTemporaryFolder { folder in
            _ = try await IdentityPlatform.plain(folder).content.take(file())
            #expect(try await IdentityPlatform.plain(folder, samples: true).context.database.apps().count == 4)
        }
    }

    @Test func `what a file does not name stays, or goes if it is to be replaced`() async throws {
        let platform = try IdentityPlatform.plain(samples: true)
        let report = try await platform.content.take(file())
        #expect(report.counts["person"] == TenantImportReport.Count(added: 2, replaced: 0, kept: 52))
        let again = try await platform.content.take(file(), isReplacing: false)
        #expect(again.counts["person"] == TenantImportReport.Count(added: 0, replaced: 2, kept: 52))
        let replaced = try await platform.content.take(file(), isReplacing: true)
        #expect(replaced.counts["person"] == TenantImportReport.Count(added: 2, replaced: 0, kept: 0))
        #expect(try await platform.context.database.tenants().count == 1)
    }

    @Test func `a reset goes back to the file`() async throws {
        let platform = try IdentityPlatform.plain()
        _ = try await platform.content.take(file())
        let before = try await platform.content.file()
        _ = try await platform.context.database.write {
            try DirectoryPerson.all().updateAll($0, Column("displayName").set(to: "X"))
        }
        try await platform.content.reset()
        #expect(try await platform.content.file() == before)
    }

    @Test func `a thousand people come in one breath, and the password that they share is hashed once`() async throws {
        let people = (0..<1000).map {
            """
            {"displayName": "P \($0)", "userPrincipalName": "p\($0)@heron.example",
             "passwordProfile": {"password": "one for all"}}
            """
        }
        let json = """
            {"version": 1, "directories": [{"displayName": "Heron", "domain": "heron.example",
             "people": [\(people.joined(separator: ","))]}]}
            """
        let platform = try IdentityPlatform.plain()
        _ = try await platform.content.take(file(json))
        let hashes = try await platform.people().compactMap(\.passwordHash)
        #expect(hashes.count == 1000)
        #expect(Set(hashes).count == 1, "each hash has a salt of its own: equal ones were made once")
    }

    static let mistakes: [(String, String, String)] = [
        (#""version": 1"#, #""version": 2"#, "/version: This must be a whole number from 1 to 1."),
        (#""domain": "heron.example""#, #""domain": "heron""#, "/directories/0/domain: This must be a domain"),
        (#"Lind", "userPrincipalName"#, #"Lind", "userprincipalname"#, "did you mean 'userPrincipalName'?"),
        ("tom@heron.example\", \"manager", "mara@heron.example\", \"manager", "twice; remove one"),
        ("MARA@", "nobody@", "/directories/0/people/1/manager: No person in the directory"),
        (#"["tom@"#, #"["nobody@"#, "/directories/0/groups/0/members/0: No person in the directory"),
        (#"directory": "heron.example"#, #"directory": "owl.example"#, "/apps/0/directory: No directory"),
        ("http://localhost", "localhost", "/apps/0/web/redirectUris/0: This must be an absolute address"),
        ("http://localhost", "javascript:alert(1)//", "/apps/0/web/redirectUris/0: This must be an absolute address"),
        ("http://localhost", "file:///etc/hosts", "/apps/0/web/redirectUris/0: This must be an absolute address"),
        (#""role": "Driver""#, #""role": "Driver", "x": 1"#, "/apps/0/appRoleAssignments/0/x: There is no member 'x'"),
        (
            #""directory": "heron.example""#,
            #""keyCredentials": [{"jwk": {"kty": "oct", "k": "AAAA"}}], "directory": "heron.example""#,
            "/apps/0/keyCredentials/0/jwk: This contains private or symmetric key members"
        ),
        ("2d7c9e6f3b10\", \"directory", "2d7c\", \"directory", "/apps/0/appId: This must be a GUID"),
        (#""role": "Driver""#, #""role": "Pilot""#, "/apps/0/appRoleAssignments/0/role: The app has no role 'Pilot'"),
        (#""type": "Admin""#, #""type": "Boss""#, "must be one of 'User', 'Admin'"),
        ("\"password\": \"watchword\"", "\"password\": \"\"", "/directories/0/password: This must be a password"),
        (#""apps": ["#, #""aps": [], "apps": ["#, "/aps: There is no member 'aps'; did you mean 'apps'?"),
        ("}]}", "}]", "/: This is not a JSON object"),
    ]

    @Test(arguments: mistakes)
    func `a located mistake imports nothing`(_ right: String, _ wrong: String, _ message: String) async throws {
        let platform = try IdentityPlatform.plain(samples: true)
        let before = try await platform.content.file()
        try #require(Site.file.contains(right))
        let error = await #expect(throws: TenantFileError.self) {
            try await platform.content.take(file(Site.file.replacing(right, with: wrong)), isReplacing: true)
        }
        #expect(error?.problems.contains { $0.contains(message) } == true, "\(error?.problems ?? [])")
        #expect(try await platform.content.file() == before)
    }

    @Test func `all errors are reported at once`() async throws {
        let wrong = Site.file.replacing("mara@heron.example\"}", with: "mara\"}").replacing("\"Driver\"}]", with: "7}]")
        let error = await #expect(throws: TenantFileError.self) {
            try await IdentityPlatform.plain().content.take(file(wrong))
        }
        #expect((error?.problems.count ?? 0) >= 2)
    }
}
