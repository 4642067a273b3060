// SPDX-License-Identifier: Apache-2.0
#if canImport(Security)
import Foundation
import Security
import SignIn
import Synchronization

/// Opens the keychain of a storage once per process, by writing an item and removing it.
///
/// Only a write shows that the entitlements include the group (a read finds nothing without them on macOS), that the
/// device was unlocked (a read may find nothing before), and the team prefix.
final class KeychainProbe: Sendable {
    private let service: String
    private let group: AccountGroup?
    private let opened = Mutex<Keychain?>(nil)

    init(service: String, group: AccountGroup?) { (self.service, self.group) = (service, group) }

    func keychain() throws(KeychainError) -> Keychain {
        if let keychain = opened.withLock({ $0 }) { return keychain }
        let first = try writable(in: nil)
        // Without a group, the keychain would read and remove in all groups of the app.
        let accessGroup = group.map { Self.prefix(of: first) + $0.name } ?? first
        if accessGroup != first { _ = try writable(in: accessGroup) }
        let keychain = Keychain(service: service, accessGroup: accessGroup)
        opened.withLock { $0 = keychain }
        return keychain
    }

    func forget() { opened.withLock { $0 = nil } }

    /// Writes an item, removes it with those of killed programs, and returns its group.
    private func writable(in accessGroup: String?) throws(KeychainError) -> String {
        let probe = Keychain(service: service + ".probe", accessGroup: accessGroup)
        let found = try probe.addProbe(named: UUID().uuidString)
        try probe.removeAll()
        return found
    }

    /// Includes the dot; some simulators have no prefix.
    private static func prefix(of accessGroup: String) -> String {
        guard let dot = accessGroup.firstIndex(of: "."), accessGroup[..<dot].count == 10,
            accessGroup[..<dot].allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) })
        else { return "" }
        return String(accessGroup[...dot])
    }
}
#endif
