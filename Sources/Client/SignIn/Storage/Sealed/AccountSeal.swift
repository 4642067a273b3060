// SPDX-License-Identifier: Apache-2.0
package import Crypto
package import Foundation

/// Seals what is kept of accounts, and opens it again; it reads and writes no files.
///
/// A sealed file is a header and what AES-256-GCM made of the account (`docs/account-storage.md` has the layout). The
/// associated data are the header up to the nonce and the name of the file, so that a file that was given another's
/// name, another version or another key's id does not open. All that is derived from the key is derived for one group,
/// so that a file of one group does not open in the folder of another, where one key was given for both.
package struct AccountSeal: Sendable {
    /// Names the key, and gives nothing of it away.
    package let keyID: Data
    private let encryption: SymmetricKey
    private let naming: SymmetricKey
    private let registrations: SymmetricKey

    /// Derives what seals the accounts of a group; `nil` for a folder that belongs to none.
    ///
    /// It is the name of the group and not the folder's: a folder may be moved, or reached by another path.
    package init(_ key: SealingKey, group: AccountGroup? = nil) {
        let secret = SymmetricKey(data: key.bytes.revealed)
        func derived(_ purpose: String, _ count: Int) -> SymmetricKey {
            // No group's name holds a line's end.
            let info = group.map { "\(purpose)\n\($0.name)" } ?? purpose
            return HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data(info.utf8), outputByteCount: count)
        }
        encryption = derived("tessera account encryption", 32)
        naming = derived("tessera account name", 32)
        registrations = derived("tessera registration encryption", 32)
        keyID = derived("tessera account key id", Self.keyIDLength).withUnsafeBytes { Data($0) }
    }

    /// The name of an account's files.
    ///
    /// Without the key nobody can tell whose they are, not even by trying a guess: an id is only a hash.
    package func name(of id: Account.ID) -> AccountFileName {
        let code = HMAC<SHA256>.authenticationCode(for: Data(id.rawValue.utf8), using: naming)
        return AccountFileName(code)
    }

    /// Seals a content for the file of a name.
    package func seal(_ content: Data, as name: AccountFileName, nonce: AES.GCM.Nonce = AES.GCM.Nonce()) throws -> Data
    {
        try seal(content, using: encryption, boundTo: name.associatedData, nonce: nonce)
    }

    /// Seals the app's registrations, for a purpose of their own: no account opens in their place, nor they in its.
    package func sealRegistrations(_ content: Data, nonce: AES.GCM.Nonce = AES.GCM.Nonce()) throws -> Data {
        try seal(content, using: registrations, boundTo: Data(Self.registrationsName.utf8), nonce: nonce)
    }

    /// Opens what ``sealRegistrations(_:nonce:)`` sealed.
    ///
    /// - Throws: ``BrokenSeal``.
    package func openRegistrations(_ sealed: Data) throws(BrokenSeal) -> Data {
        try open(sealed, using: registrations, boundTo: Data(Self.registrationsName.utf8))
    }

    /// The file of the registrations.
    package static let registrationsName = "registrations.sealed"

    private func seal(
        _ content: Data, using key: SymmetricKey, boundTo name: Data, nonce: AES.GCM.Nonce
    ) throws -> Data {
        let head = Self.mark + [Self.version] + keyID
        let box = try AES.GCM.seal(content, using: key, nonce: nonce, authenticating: head + name)
        return head + Data(box.nonce) + box.ciphertext + box.tag
    }

    /// Opens the content of the file of a name.
    ///
    /// - Throws: ``BrokenSeal``.
    package func open(_ sealed: Data, as name: AccountFileName) throws(BrokenSeal) -> Data {
        try open(sealed, using: encryption, boundTo: name.associatedData)
    }

    private func open(_ sealed: Data, using key: SymmetricKey, boundTo name: Data) throws(BrokenSeal) -> Data {
        let sealed = Data(sealed)  // counts from 0
        let headLength = Self.mark.count + 1 + Self.keyIDLength
        guard sealed.count >= headLength + Self.overhead, sealed.starts(with: Self.mark) else { throw .damaged }
        let version = sealed[Self.mark.count]
        guard version <= Self.version else { throw .laterVersion }
        guard version == Self.version else { throw .damaged }
        guard sealed[headLength - Self.keyIDLength..<headLength] == keyID else { throw .otherKey }
        guard let box = try? AES.GCM.SealedBox(combined: sealed[headLength...]),
            let content = try? AES.GCM.open(
                box, using: key, authenticating: sealed[..<headLength] + name)
        else { throw .damaged }
        return content
    }

    private static let mark = Data("TSRA".utf8)
    private static let version: UInt8 = 1
    private static let keyIDLength = 8
    /// A nonce of 12 bytes and a tag of 16.
    private static let overhead = 28
}
