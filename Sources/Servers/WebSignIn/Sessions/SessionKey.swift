// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SystemCryptography

/// The secret in a session's cookie, which identifies the session's row, and unlocks its key.
struct SessionSecret: Sendable {
    private let bytes: Redacted<String>

    init(from random: RandomSource) { bytes = Redacted(random.text(bytes: 32)) }

    init?(cookie: String) {
        guard cookie.utf8.count == 43, cookie.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        bytes = Redacted(cookie)
    }

    static func isText(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(alphabet.contains)
    }

    var cookie: String { bytes.revealed }

    /// Identifies the row without revealing the secret to the storage.
    var lookup: StoredSession.Lookup {
        StoredSession.Lookup(
            rawValue: derived("tessera web session name").withUnsafeBytes { Array($0).unpaddedBase64URL })
    }

    func seal(_ key: SessionKey) throws -> Data { try wrapping.seal(key.data, as: "key") }

    func open(_ session: StoredSession) -> SessionKey? {
        (try? wrapping.open(session.sealedKey, as: "key")).map(SessionKey.init)
    }

    /// Proves that a form with this purpose is from a page of this session; changes at each sign-in.
    func formToken(for purpose: String) -> String {
        HMAC<SHA256>.authenticationCode(for: Data(purpose.utf8), using: derived("tessera web session form"))
            .unpaddedBase64URL
    }

    private var wrapping: SessionKey { SessionKey(derived("tessera web session key")) }

    private func derived(_ purpose: String) -> SymmetricKey {
        // Without HKDF-Extract, which concentrates entropy: this text already has 256 random bits. RFC 5869 §3.3
        HKDF<SHA256>.expand(
            pseudoRandomKey: Array(bytes.revealed.utf8), info: Array(purpose.utf8), outputByteCount: 32)
    }

    private static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

/// Each entry is bound to its name.
struct SessionKey: Sendable {
    private let key: SymmetricKey

    init(_ key: SymmetricKey) { self.key = key }
    init(_ data: Data) { key = SymmetricKey(data: data) }

    static func random() -> SessionKey { SessionKey(SymmetricKey(size: .bits256)) }

    fileprivate var data: Data { key.withUnsafeBytes { Data($0) } }

    func seal(_ content: Data, as name: String) throws -> Data {
        let box = try AES.GCM.seal(content, using: key, authenticating: Data(name.utf8))
        return box.nonce.withUnsafeBytes { Data($0) } + box.ciphertext + box.tag
    }

    func entry(
        _ name: String, _ content: Data, replacing version: Int, indexNames: Set<String> = [], at date: Date
    ) throws -> StoredEntry {
        StoredEntry(
            name: name, version: StoredEntry.version(after: version), content: try seal(content, as: name),
            indexNames: indexNames, date: date)
    }

    func open(_ sealed: Data, as name: String) throws -> Data {
        try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: Data(name.utf8))
    }

    func content(of entry: StoredEntry) -> Data? { try? open(entry.content, as: entry.name) }
}
