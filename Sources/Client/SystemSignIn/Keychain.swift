// SPDX-License-Identifier: Apache-2.0
#if canImport(Security)
import Foundation
import Security

/// The items of one service in the data protection keychain, with compare-and-swap.
///
/// Each call is one transaction, also between programs: `SecItemUpdate` selects and changes at once. A save names the
/// mark that it read, and changes nothing if another program has changed the item.
///
/// <https://developer.apple.com/documentation/security/keychain-services>
struct Keychain: Sendable {
    struct Item {
        let name: String
        /// Changes with each save; the keychain finds an item by it, and reads it without the content.
        let mark: Data
        let content: Data?

        fileprivate init?(_ attributes: [String: Any]) {
            guard let name = attributes[kSecAttrAccount as String] as? String else { return nil }
            self.name = name
            mark = attributes[kSecAttrGeneric as String] as? Data ?? Data()
            content = attributes[kSecValueData as String] as? Data
        }
    }

    let service: String
    let accessGroup: String?

    /// Without their content, because the documentation allows no query for the content of several passwords.
    func items() throws(KeychainError) -> [Item] {
        var query = query(for: nil)
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        query[kSecReturnAttributes as String] = true
        return (try found(query) as? [[String: Any]] ?? []).compactMap(Item.init)
    }

    func item(named name: String, withContent: Bool = true) throws(KeychainError) -> Item? {
        var query = query(for: name)
        query[kSecReturnAttributes as String] = true
        query[kSecReturnData as String] = withContent
        return (try found(query) as? [String: Any]).flatMap(Item.init)
    }

    private func found(_ query: [String: Any]) throws(KeychainError) -> CFTypeRef? {
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        _ = try KeychainError.check(status, otherwise: errSecItemNotFound)
        return result
    }

    func add(_ name: String, mark: Data, content: Data) throws(KeychainError) -> Bool {
        let attributes = newItem(name, mark: mark, content: content)
        return try KeychainError.check(SecItemAdd(attributes as CFDictionary, nil), otherwise: errSecDuplicateItem)
    }

    /// Returns the keychain group of the new item, with the team prefix.
    func addProbe(named name: String) throws(KeychainError) -> String {
        var attributes = newItem(name, mark: Data(), content: Data([1]))
        attributes[kSecReturnAttributes as String] = true
        var result: CFTypeRef?
        let status = SecItemAdd(attributes as CFDictionary, &result)
        guard status == errSecSuccess else { throw KeychainError(status) }
        return (result as? [String: Any])?[kSecAttrAccessGroup as String] as? String ?? ""
    }

    private func newItem(_ name: String, mark: Data, content: Data) -> [String: Any] {
        var attributes = query(for: name)
        attributes[kSecAttrGeneric as String] = mark
        attributes[kSecValueData as String] = content
        // After the first unlock, because apps work in the background; never on another device, where a second copy of
        // a refresh token would end the sign-in.
        attributes[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        return attributes
    }

    /// Returns `false` unless there is an item with that name and the mark that was read.
    func swap(_ name: String, from read: Data, to mark: Data, content: Data) throws(KeychainError) -> Bool {
        try update(name, read, [kSecAttrGeneric as String: mark, kSecValueData as String: content])
    }

    func rename(_ name: String, _ read: Data, to other: String) throws(KeychainError) -> Bool {
        try update(name, read, [kSecAttrAccount as String: other])
    }

    @discardableResult
    func remove(_ name: String) throws(KeychainError) -> Bool {
        try KeychainError.check(SecItemDelete(query(for: name) as CFDictionary), otherwise: errSecItemNotFound)
    }

    func removeAll() throws(KeychainError) {
        _ = try KeychainError.check(SecItemDelete(query(for: nil) as CFDictionary), otherwise: errSecItemNotFound)
    }

    private func update(_ name: String, _ read: Data, _ changes: [String: Any]) throws(KeychainError) -> Bool {
        var query = query(for: name)
        query[kSecAttrGeneric as String] = read
        return try KeychainError.check(
            SecItemUpdate(query as CFDictionary, changes as CFDictionary), otherwise: errSecItemNotFound)
    }

    /// Without the accessibility, so that items with another one are found.
    private func query(for name: String?) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecUseDataProtectionKeychain as String: true,
            kSecAttrSynchronizable as String: false,
            kSecAttrService as String: service,
        ]
        query[kSecAttrAccount as String] = name
        query[kSecAttrAccessGroup as String] = accessGroup
        return query
    }
}
#endif
