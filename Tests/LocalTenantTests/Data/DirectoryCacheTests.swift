// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

/// What is kept in memory of the directory is never older than the last write.
@Suite struct DirectoryCacheTests {
    private let database: TenantDatabase

    init() throws { database = try TenantDatabase(folder: nil) }

    @Test func `a write is seen by the next question`() async throws {
        let app = RegisteredApp.sample(named: "Before")
        #expect(try await database.app(app.id) == nil)
        try await database.write { try app.insert($0) }
        #expect(try await database.app(app.id)?.displayName == "Before")
        try await database.write { try RegisteredApp.sample(named: "After").update($0) }
        #expect(try await database.app(app.id)?.displayName == "After")
        #expect(try await database.apps().contains { $0.displayName == "After" })
        _ = try await database.write { try RegisteredApp.deleteOne($0, key: app.id) }
        #expect(try await database.app(app.id) == nil)
    }

    @Test func `a write that failed is not seen`() async throws {
        let count = try await database.apps().count
        await #expect(throws: CocoaError.self) {
            try await database.write { database in
                try RegisteredApp.sample().insert(database)
                throw CocoaError(.userCancelled)
            }
        }
        #expect(try await database.apps().count == count)
    }

    @Test func `when all are deleted at once, nothing is left`() async throws {
        #expect(try await !database.apps().isEmpty)
        _ = try await database.write { try RegisteredApp.deleteAll($0) }
        #expect(try await database.apps().isEmpty)
    }

    @Test(arguments: [
        ("ALDERVALE.example", true), ("aldervale.EXAMPLE", true), ("aldervale.exampl\u{0435}", false),
        ("\u{212A}aldervale.example", false),
    ])
    func `a domain is found in any case, but not by lookalikes`(_ name: String, _ isFound: Bool) async throws {
        #expect(try await (database.tenant(name) != nil) == isFound)
    }

    @Test func `readers and writers at once never see what is over`() async throws {
        try await database.write { try RegisteredApp.sample(named: "0").insert($0) }
        for number in 1...50 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { _ = try await database.apps() } }
                group.addTask {
                    try await database.write { try RegisteredApp.sample(named: "\(number)").update($0) }
                }
                try await group.waitForAll()
            }
            #expect(try await database.app(RegisteredApp.sample().id)?.displayName == "\(number)")
        }
    }
}
