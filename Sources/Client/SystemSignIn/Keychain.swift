// SPDX-License-Identifier: Apache-2.0
#if canImport(Security)
import Foundation
import Security

/// The items of one service in the data-protection keychain, as a table with compare-and-swap.
///
/// Each call is one transaction of the system, also between programs: `SecItemUpdate` selects and changes at once. So
/// a save names the mark that it read, and changes nothing if another program has changed the item.
///
/// <https://developer.apple.com/documentation/security/keychain-services>
struct Keychain: Sendable {
    struct Item {
        let name: String
        /// Changes with each save; the keychain finds an item by it, and reads it without the content.
        let mark: Data
        /// The content; `nil` if only the mark was asked for.
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

    /// All items without their content: for passwords, the documentation allows no query for the content of all.
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

    /// Adds an item.
    ///
    /// - Returns: Whether there was none of that name.
    func add(_ name: String, mark: Data, content: Data) throws(KeychainError) -> Bool {
        let attributes = newItem(name, mark: mark, content: content)
        return try KeychainError.check(SecItemAdd(attributes as CFDictionary, nil), otherwise: errSecDuplicateItem)
    }

    /// Adds an item whose name is new.
    ///
    /// - Returns: The group in which the keychain put it, with the prefix of the team.
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
        // After the first unlock, since apps work in the background; never on another device, where a second copy of
        // a refresh token would end the sign-in.
        attributes[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        return attributes
    }

    /// Replaces the content of an item.
    ///
    /// - Returns: Whether there is an item of that name with the mark that was read.
    func swap(_ name: String, from read: Data, to mark: Data, content: Data) throws(KeychainError) -> Bool {
        try update(name, read, [kSecAttrGeneric as String: mark, kSecValueData as String: content])
    }

    /// Gives an item another name.
    ///
    /// - Returns: Whether there is an item of that name with the mark that was read.
    func rename(_ name: String, _ read: Data, to other: String) throws(KeychainError) -> Bool {
        try update(name, read, [kSecAttrAccount as String: other])
    }

    /// Removes the items of a name.
    ///
    /// - Returns: Whether there was one.
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

    /// The attributes that identify an item; with the accessibility, an item of another one would be missed.
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
