// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SignIn
import SignInTesting
import SystemSignIn
import Testing

@Suite struct KeychainAccountStorageTests {
    private let service = "tests.\(UUID().uuidString)"
    private var probes: String { "\(service).probe" }

    init() throws { try StandInKeychainProcess.start() }

    /// The items of a service in the keychain, from any program.
    private static func items(of service: String) -> [[String: Any]] {
        matching([kSecAttrService: service, kSecMatchLimit: kSecMatchLimitAll]) as? [[String: Any]] ?? []
    }

    private static func matching(_ wanted: [CFString: Any]) -> CFTypeRef? {
        var result: CFTypeRef?
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecUseDataProtectionKeychain: true, kSecReturnAttributes: true,
        ]
        _ = SecItemCopyMatching(query.merging(wanted) { $1 } as CFDictionary, &result)
        return result
    }

    /// Changes an item without the storage.
    private static func change(_ id: Account.ID, of service: String, to content: Data) {
        change(id, of: service, [kSecValueData: content])
    }

    private static func change(_ id: Account.ID, of service: String, _ changes: [CFString: Any]) {
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecUseDataProtectionKeychain: true, kSecAttrService: service,
            kSecAttrAccount: id.rawValue,
        ]
        #expect(SecItemUpdate(query as CFDictionary, changes as CFDictionary) == errSecSuccess)
    }

    @Test(arguments: [nil, AccountGroup("com.example.office")])
    func `it keeps accounts as every storage must`(_ group: AccountGroup?) async throws {
        let services = Services()
        let share: AccountStorageConformance.Sharing = { _ in try await services.openAgain() }
        let damage: AccountStorageConformance.Damaging = { _, id in
            Self.change(id, of: try await services.last(), to: Data("x".utf8))
        }
        let conformance = AccountStorageConformance(
            sharedBy: share, holdingLocks: false, damagedBy: damage
        ) { await services.open(group) }
        #expect(await conformance.failures() == [])
    }

    @Test func `an item is readable after the first unlock, on this device alone`() async throws {
        let storage = KeychainAccountStorage(service: service)
        try await storage.save(SampleAccount.record())
        let item = try #require(Self.items(of: service).first)
        #expect(item[kSecAttrAccessible as String] as? String == "cku")
        #expect(item[kSecAttrSynchronizable as String] as? Bool == false)
        #expect(item[kSecAttrAccessGroup as String] as? String == StandInKeychainProcess.groups[0])
        #expect(Self.items(of: probes).isEmpty)
    }

    @Test func `a group is found with the prefix of the team`() async throws {
        let storage = KeychainAccountStorage(service: service, group: AccountGroup("com.example.office"))
        try await storage.save(SampleAccount.record())
        #expect(
            Self.items(of: service).map { $0[kSecAttrAccessGroup as String] as? String } == [
                StandInKeychainProcess.groups[1]
            ])
    }

    @Test func `a storage without a group leaves the accounts of other groups alone`() async throws {
        let shared = KeychainAccountStorage(service: service, group: AccountGroup("com.example.office"))
        let own = KeychainAccountStorage(service: service)
        let kept = try await shared.save(SampleAccount.record()).record
        #expect(try await own.records().isEmpty)
        try await own.remove(kept.id)
        try await own.removeAll()
        #expect(try await shared.records() == [kept])
    }

    @Test func `a group missing from the entitlements is reported with a remedy`() async throws {
        let storage = KeychainAccountStorage(service: service, group: AccountGroup("com.example.foreign"))
        let error = await #expect(throws: AccountStorageError.self) { try await storage.prepare() }
        #expect(error?.code == .unwritable)
        #expect(error?.message.contains("Keychain Sharing") == true && error?.message.contains("-34018") == true)
    }

    @Test(arguments: [StandInDevice.beforeFirstUnlock, .hidden])
    func `no user is signed out before the first unlock`(_ state: StandInDevice) async throws {
        let kept = try await KeychainAccountStorage(service: service).save(SampleAccount.record()).record
        let storage = KeychainAccountStorage(service: service)
        for each in [service, probes] { state.apply(to: each) }
        for attempt in [
            { _ = try await storage.records() }, { _ = try await storage.record(kept.id) },
            { _ = try await storage.stamp(of: kept.id) }, { try await storage.prepare() },
            { try await storage.save(kept) }, { try await storage.remove(kept.id) },
        ] {
            let error = await #expect(throws: AccountStorageError.self) { try await attempt() }
            #expect(error?.code == .locked)
            #expect(error?.nextAction == .retry(after: nil))
        }
        for each in [service, probes] { StandInDevice.locked.apply(to: each) }
        #expect(try await storage.records() == [kept])
    }

    @Test func `a later version's account is reported and left unchanged`() async throws {
        let storage = KeychainAccountStorage(service: service)
        let kept = try await storage.save(SampleAccount.record()).record
        Self.change(kept.id, of: service, to: Data(#"{"version":2}"#.utf8))
        let error = await #expect(throws: AccountStorageError.self) { try await storage.record(kept.id) }
        #expect(error?.code == .laterVersion)
        #expect(try await storage.records().isEmpty)
        #expect(try await storage.damagedAccounts().map(\.code) == [.laterVersion])
        let refused = await #expect(throws: AccountStorageError.self) { try await storage.save(SampleAccount.record()) }
        #expect(refused?.code == .laterVersion)
        #expect(Self.items(of: service).count == 1)
    }

    @Test func `an item with the content of another account is damaged`() async throws {
        let storage = KeychainAccountStorage(service: service)
        let ann = try await storage.save(SampleAccount.record()).record
        let item = Self.matching([kSecAttrService: service, kSecReturnData: true]) as? [String: Any]
        let content = try #require(item?[kSecValueData as String])
        let mark = try #require(item?[kSecAttrGeneric as String])
        let ben = try await storage.save(SampleAccount.record("ben")).record
        Self.change(ben.id, of: service, [kSecValueData: content, kSecAttrGeneric: mark])
        #expect(try await storage.records() == [ann])
        #expect(try await storage.damagedAccounts().map(\.code) == [.damaged])
    }

    @Test func `an item whose mark is not that of its content is damaged`() async throws {
        let storage = KeychainAccountStorage(service: service)
        let ann = try await storage.save(SampleAccount.record()).record
        Self.change(ann.id, of: service, [kSecAttrGeneric: Data([1])])
        #expect(try await storage.records().isEmpty)
        #expect(try await storage.damagedAccounts().map(\.code) == [.damaged])
    }

    @Test func `removal leaves nothing of an account, and touches nothing else of the app`() async throws {
        let storage = KeychainAccountStorage(service: service)
        let other = KeychainAccountStorage(service: "\(service).other")
        let stays = try await other.save(SampleAccount.record()).record
        let kept = try await storage.save(SampleAccount.record()).record
        Self.change(kept.id, of: service, to: Data())
        #expect(try await storage.records().isEmpty)
        #expect(Self.items(of: service).count == 1, "the damaged item was set aside")
        try await storage.remove(kept.id)
        #expect(Self.items(of: service).isEmpty)
        try await storage.save(SampleAccount.record("ben"))
        try await storage.removeAll()
        #expect(Self.items(of: service).isEmpty)
        #expect(try await other.records() == [stays])
    }
}

private actor Services {
    private var opened: (service: String, group: AccountGroup?)?

    func open(_ group: AccountGroup?) -> KeychainAccountStorage {
        let service = "tests.\(UUID().uuidString)"
        opened = (service, group)
        return KeychainAccountStorage(service: service, group: group)
    }

    func openAgain() throws -> KeychainAccountStorage {
        let opened = try #require(opened)
        return KeychainAccountStorage(service: opened.service, group: opened.group)
    }

    func last() throws -> String { try #require(opened).service }
}
