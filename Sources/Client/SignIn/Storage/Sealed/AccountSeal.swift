// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation
package import SystemCryptography

/// Seals and opens the content of accounts, without file access.
///
/// A sealed file is a header and the AES-256-GCM ciphertext of the account (`docs/account-storage.md` has the layout).
/// The associated data are the header up to the nonce, and the file's name, so a file with another name, version, or
/// key ID does not open. All keys are derived for one group: a file of one group does not open in another's folder,
/// even with the same sealing key.
package struct AccountSeal: Sendable {
    /// Identifies the key without revealing it.
    package let keyID: Data
    private let encryption: SymmetricKey
    private let naming: SymmetricKey
    private let registrations: SymmetricKey

    /// Derives the keys from the group's name, not the folder's: a folder may move, or have several paths.
    package init(_ key: SealingKey, group: AccountGroup? = nil) {
        let secret = SymmetricKey(data: key.bytes.revealed)
        func derived(_ purpose: String, _ count: Int) -> SymmetricKey {
            // A group's name contains no line break, so the two parts stay separate.
            let info = group.map { "\(purpose)\n\($0.name)" } ?? purpose
            return HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Array(info.utf8), outputByteCount: count)
        }
        encryption = derived("tessera account encryption", 32)
        naming = derived("tessera account name", 32)
        registrations = derived("tessera registration encryption", 32)
        keyID = derived("tessera account key id", Self.keyIDLength).withUnsafeBytes { Data($0) }
    }

    /// Without the key, a name does not reveal its account, even to a guess: an ID alone is only a hash.
    package func name(of id: Account.ID) -> AccountFileName {
        let code = HMAC<SHA256>.authenticationCode(for: Array(id.rawValue.utf8), using: naming)
        return AccountFileName(code.withUnsafeBytes { Array($0) })
    }

    package func seal(_ content: Data, as name: AccountFileName, nonce: AES.GCM.Nonce = AES.GCM.Nonce()) throws -> Data
    {
        try seal(content, using: encryption, boundTo: name.associatedData, nonce: nonce)
    }

    /// Uses a separate key, so that a sealed account never opens as registrations, or the reverse.
    package func sealRegistrations(_ content: Data, nonce: AES.GCM.Nonce = AES.GCM.Nonce()) throws -> Data {
        try seal(content, using: registrations, boundTo: Array(Self.registrationsName.utf8), nonce: nonce)
    }

    package func openRegistrations(_ sealed: Data) throws(BrokenSeal) -> Data {
        try open(sealed, using: registrations, boundTo: Array(Self.registrationsName.utf8))
    }

    package static let registrationsName = "registrations.sealed"

    private func seal(
        _ content: Data, using key: SymmetricKey, boundTo name: [UInt8], nonce: AES.GCM.Nonce
    ) throws -> Data {
        let head = Data(Self.mark + [Self.version]) + keyID
        let box = try AES.GCM.seal(content, using: key, nonce: nonce, authenticating: Array(head) + name)
        return head + Data(box.nonce) + box.ciphertext + box.tag
    }

    package func open(_ sealed: Data, as name: AccountFileName) throws(BrokenSeal) -> Data {
        try open(sealed, using: encryption, boundTo: name.associatedData)
    }

    private func open(_ sealed: Data, using key: SymmetricKey, boundTo name: [UInt8]) throws(BrokenSeal) -> Data {
        let sealed = Data(sealed)  // counts from 0
        let headLength = Self.mark.count + 1 + Self.keyIDLength
        guard sealed.count >= headLength + Self.overhead, sealed.starts(with: Self.mark) else { throw .damaged }
        let version = sealed[Self.mark.count]
        guard version <= Self.version else { throw .laterVersion }
        guard version == Self.version else { throw .damaged }
        guard sealed[headLength - Self.keyIDLength..<headLength] == keyID else { throw .otherKey }
        guard let box = try? AES.GCM.SealedBox(combined: sealed[headLength...]),
            let content = try? AES.GCM.open(
                box, using: key, authenticating: Array(sealed[..<headLength]) + name)
        else { throw .damaged }
        return content
    }

    private static let mark = Array("TSRA".utf8)
    private static let version: UInt8 = 1
    private static let keyIDLength = 8
    /// A 12-byte nonce and a 16-byte tag.
    private static let overhead = 28
}

package enum BrokenSeal: Error {
    /// Modified, or sealed under another name.
    case damaged
    case otherKey
    case laterVersion
}

/// Digits and lowercase letters only, because some disks ignore case.
package struct AccountFileName: Sendable, Hashable {
    package let stem: String

    init(_ hash: [UInt8]) { stem = hash.prefix(Self.byteCount).hexadecimal }

    package init?(ofSealed name: String) { self.init(name, endingIn: Self.sealedSuffix) }

    init?(ofDamaged name: String) { self.init(name, endingIn: Self.damagedSuffix) }

    private init?(_ name: String, endingIn suffix: String) {
        // Scalars, because a combining mark after the last digit belongs to the same character.
        let (name, suffix) = (name.unicodeScalars, suffix.unicodeScalars)
        let stem = name.dropLast(suffix.count)
        guard stem.count == 2 * Self.byteCount, stem.allSatisfy(Self.digits.contains),
            name.suffix(suffix.count).elementsEqual(suffix)
        else { return nil }
        self.stem = String(stem)
    }

    package var sealed: String { stem + Self.sealedSuffix }
    package var damaged: String { stem + Self.damagedSuffix }
    var accessLock: String { stem + ".lock" }
    /// The lock of a write, held briefly and shared by many accounts, because a folder should not hold two locks per
    /// account.
    var savingLock: String { "saving-\(stem.prefix(1)).lock" }

    var associatedData: [UInt8] { Array(sealed.utf8) }

    private static let sealedSuffix = ".sealed"
    private static let damagedSuffix = ".damaged"
    private static let byteCount = 16
    private static let digits = Set("0123456789abcdef".unicodeScalars)
}
