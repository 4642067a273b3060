// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import OAuthMessages
package import PortableFoundation

/// Finds or creates a folder's key; ``SealedAccountStorage`` documents the order.
package struct SystemSealingKey: SealingKeySource {
    private let environment: [String: String]
    private let keyring: (any Keyring)?
    private let random: RandomSource

    package init() {
        let environment = ProcessInfo.processInfo.environment
        #if os(Linux)
        self.init(environment: environment, keyring: SecretService.ofSession(environment))
        #else
        self.init(environment: environment, keyring: nil)
        #endif
    }

    init(environment: [String: String], keyring: (any Keyring)?, random: RandomSource = .system) {
        self.environment = environment
        self.keyring = keyring
        self.random = random
    }

    package func existingKey(of folder: URL) async throws -> SealingKey? {
        let given = try await offThePool { [environment] in try ConfiguredKey(environment: environment).read() }
        if let given { return given }
        if let key = try await keptKey(of: folder) { return key }
        guard try await offThePool({ try FolderListing(of: folder).needsNoKey }) else {
            // Since the first read, another program may have created the key, and sealed accounts with it.
            if let key = try await keptKey(of: folder) { return key }
            throw AccountStorageError(
                .keyMissing,
                "the accounts in \(folder.path) are encrypted, and their key is missing; if this program gets it "
                    + "elsewhere, set \(ConfiguredKey.fileVariable); if it is lost, move the folder away and sign in "
                    + "again")
        }
        return nil
    }

    package func key(of folder: URL) async throws -> SealingKey {
        while true {
            if let key = try await existingKey(of: folder) { return key }
            if let key = try await newKey(of: folder) { return key }
        }
    }

    private func keptKey(of folder: URL) async throws -> SealingKey? {
        switch try await offThePool({ try KeyFile.read(in: folder) }) {
        case .key(let key): key
        case .inKeyring(let name): try await keyringKey(named: name, of: folder)
        case nil: nil
        }
    }

    private func keyringKey(named name: String, of folder: URL) async throws -> SealingKey {
        let problem: String
        do {
            if let key = try await keyring?.key(named: name), AccountSeal(key).keyID.hexadecimal == name { return key }
            problem = keyring == nil ? "none is available here" : "it no longer has that key"
        } catch let failure as KeyringFailure {
            problem = failure.reason
        }
        throw AccountStorageError(
            .keyMissing,
            "the key of the accounts in \(folder.path) is in the Secret Service of a desktop session, and \(problem); "
                + "run this there, or keep accounts in another folder")
    }

    /// `nil` if another program created the key file first, because that file decides.
    private func newKey(of folder: URL) async throws -> SealingKey? {
        let key = SealingKey(random: random)
        let name = AccountSeal(key).keyID.hexadecimal
        let isInKeyring = await keep(key, named: name, of: folder)
        let content = isInKeyring ? KeyFile.Content.inKeyring(name) : .key(key)
        do {
            if try await offThePool({ try KeyFile.create(content, in: folder) }) { return key }
        } catch {
            if isInKeyring { try? await keyring?.forget(named: name) }
            throw error
        }
        if isInKeyring { try? await keyring?.forget(named: name) }
        return nil
    }

    private func keep(_ key: SealingKey, named name: String, of folder: URL) async -> Bool {
        guard let keyring else { return false }
        do {
            try await keyring.keep(key, named: name, label: "Tessera: accounts in \(folder.path)")
            return try await keyring.key(named: name) == key
        } catch {
            return false
        }
    }
}
