// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct DataFileTests {
    private func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test func `folder and files are their owner's alone, the side files too`() async throws {
        try await withTemporaryFolder { folder in
            let data = folder.appending(path: "a/data")
            let site = try Site(dataFolder: data)
            _ = try await site.code()
            #expect(try mode(data) == 0o700)
            let files = try FileManager.default.contentsOfDirectory(at: data, includingPropertiesForKeys: nil)
            #expect(
                Set(files.map(\.lastPathComponent)).isSuperset(of: [
                    "tenant.sqlite", "tenant.sqlite-wal", "tenant.sqlite-shm",
                ]))
            for file in files { #expect(try mode(file) == 0o600, "\(file.lastPathComponent)") }
        }
    }

    @Test func `restricts open permissions`() async throws {
        try await withTemporaryFolder { folder in
            let site = try Site(dataFolder: folder)
            _ = try await site.code()
            let names = ["tenant.sqlite", "tenant.sqlite-wal", "tenant.sqlite-shm"]
            let files = names.map { folder.appending(path: $0) }
            for (place, mode) in zip(files + [folder], [0o644, 0o666, 0o640, 0o777]) {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.path)
            }
            _ = try TenantDatabase(folder: folder)
            #expect(try mode(folder) == 0o700)
            for file in files { #expect(try mode(file) == 0o600, "\(file.lastPathComponent)") }
        }
    }

    @Test func `a folder that others may only read stays as it is`() async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            _ = try TenantDatabase(folder: folder)
            #expect(try mode(folder) == 0o755)
        }
    }

    @Test(arguments: ["tenant.sqlite", "tenant.sqlite-wal", "tenant.sqlite-shm"])
    func `rejects a link in place of a file, and does not change its target`(_ name: String) async throws {
        try await withTemporaryFolder { folder in
            let elsewhere = folder.appending(path: "elsewhere")
            try Data().write(to: elsewhere)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: elsewhere.path)
            try FileManager.default.createSymbolicLink(at: folder.appending(path: name), withDestinationURL: elsewhere)
            let error = #expect(throws: TenantDataError.self) { try TenantDatabase(folder: folder) }
            #expect(error?.reason == "\(name) is not a file")
            #expect(try mode(elsewhere) == 0o644)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `data of another user is refused`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "tenant.sqlite")
            try Data().write(to: file)
            #expect(chown(file.path, 65_534, 65_534) == 0)
            let foreign = #expect(throws: TenantDataError.self) { try TenantDatabase(folder: folder) }
            #expect(foreign?.reason == "tenant.sqlite belongs to another user")
            let shared = folder.appending(path: "shared")
            try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: false)
            #expect(chown(shared.path, 65_534, 65_534) == 0)
            #expect(chmod(shared.path, 0o777) == 0)
            let error = #expect(throws: TenantDataError.self) { try TenantDatabase(folder: shared) }
            #expect(error?.reason == "shared belongs to another user")
        }
    }

    @Test func `tables of a later version are refused, and stay as they are`() async throws {
        try await withTemporaryFolder { folder in
            try await fill(folder)
            let file = folder.appending(path: "tenant.sqlite")
            let later = try DatabasePool(path: file.path, durability: .process)
            try later.writeNow { database in
                try database.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('later 1 a table')")
            }
            later.close()
            let before = try Data(contentsOf: file)
            let error = #expect(throws: TenantDataError.self) { try Site(dataFolder: folder) }
            #expect(error?.code == .laterVersion)
            #expect(try Data(contentsOf: file) == before)
        }
    }

    @Test func `commits outlive the process`() async throws {
        try await withTemporaryFolder { folder in
            let (journal, level) = try TenantDatabase(folder: folder).outsideTransactions { database in
                (
                    try String.fetchOne(database, sql: "PRAGMA journal_mode"),
                    try Int.fetchOne(database, sql: "PRAGMA synchronous")
                )
            }
            #expect(journal == "wal")
            #expect(level == 1, "NORMAL: docs/tenant.md says what a power failure may cost")
        }
    }

    @Test func `reports a path where no folder can be created`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file")
            try Data("x".utf8).write(to: file)
            for place in [file, file.appending(path: "below"), URL(filePath: "/proc/nowhere")] {
                let error = #expect(throws: TenantDataError.self) { try TenantDatabase(folder: place) }
                #expect(error?.description.contains(place.path) == true && error?.reason.isEmpty == false)
            }
            #expect(try Data(contentsOf: file) == Data("x".utf8))
        }
    }

    @Test(arguments: ["", "tenant.sqlite"])
    func `reports a folder in place of the file`(_ name: String) async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.createDirectory(
                at: folder.appending(path: "tenant.sqlite").appending(path: name),
                withIntermediateDirectories: true)
            let error = #expect(throws: TenantDataError.self) { try Site(dataFolder: folder) }
            #expect(error?.reason == "tenant.sqlite is not a file")
        }
    }

    static let damages: [(String, @Sendable (Data) -> Data)] = [
        ("other content", { _ in Data(repeating: UInt8(ascii: "x"), count: 5000) }),
        ("short content", { _ in Data("hello".utf8) }),
        ("cut in half", { $0.prefix($0.count / 2) }),
        ("zeroes behind the header", { $0.prefix(100) + Data(count: $0.count - 100) }),
        ("noise behind the first page", { $0.prefix(4096) + Data(repeating: 0xA5, count: $0.count - 4096) }),
    ]

    @Test(arguments: damages.indices)
    func `a damaged file is an error, and is not replaced`(_ index: Int) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "tenant.sqlite")
            try await fill(folder)
            try Self.damages[index].1(try Data(contentsOf: file)).write(to: file)
            let error = #expect(throws: TenantDataError.self) { try Site(dataFolder: folder) }
            #expect(error?.description.contains(folder.path) == true)
            let again = #expect(throws: TenantDataError.self, "it must not be made anew") {
                try Site(dataFolder: folder)
            }
            #expect(again?.reason == error?.reason)
        }
    }

    @Test(arguments: ["{}", "not JSON", ""])
    func `a signing key that is none is an error`(_ key: String) async throws {
        try await withTemporaryFolder { folder in
            try await fill(folder)
            try await TenantDatabase(folder: folder).write { [key] in
                try $0.execute(sql: "UPDATE ringKey SET privateKey = ?", arguments: [Data(key.utf8)])
            }
            let error = #expect(throws: TenantDataError.self) { try Site(dataFolder: folder) }
            #expect(error?.reason.contains("signing key cannot be read") == true)
        }
    }

    private func fill(_ folder: URL) async throws {
        let site = try Site(dataFolder: folder)
        try site.platform.context.database.outsideTransactions { database in
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        site.platform.context.database.close()
    }
}
