// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
package import OAuthMessages
import PortableFoundation
import SystemCryptography

/// A password hash in PHC form, with its cost: `$scrypt$ln=10,r=8,p=1$salt$hash`. RFC 7914
package struct PasswordHash {
    /// In characters, as in Microsoft Entra ID.
    static let maximumLength = 256
    static let saltLength = 16
    /// A few milliseconds: tests that sign in should not wait, and no password here belongs to a real person.
    static let defaultCost = 1 << 10

    private let cost: Int
    private let blockSize: Int
    private let parallelism: Int
    private let salt: Data
    private let hash: Data

    /// `nil` also for a cost that would take minutes.
    init?(_ text: String) {
        let pattern = #/\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)/#
        guard let match = text.wholeMatch(of: pattern),
            let logarithm = Int(match.1), (1...20).contains(logarithm),
            let blockSize = Int(match.2), (1...32).contains(blockSize),
            let parallelism = Int(match.3), (1...4).contains(parallelism),
            let salt = Self.decoded(match.4), let hash = Self.decoded(match.5), hash.count >= 16
        else { return nil }
        cost = 1 << logarithm
        self.blockSize = blockSize
        self.parallelism = parallelism
        self.salt = salt
        self.hash = hash
    }

    /// Takes milliseconds at the default cost: call it off the cooperative pool.
    init(of password: String, salt: [UInt8]) throws {
        cost = Self.defaultCost
        blockSize = 8
        parallelism = 1
        self.salt = Data(salt)
        hash = try KDF.Scrypt.deriveKey(
            from: Data((PasswordText.prepared(password) ?? password).utf8), salt: self.salt, outputByteCount: 32,
            rounds: cost,
            blockSize: blockSize,
            parallelism: parallelism
        ).withUnsafeBytes { Data($0) }
    }

    var text: String {
        let parts = [salt, hash].map { $0.base64EncodedString().replacing("=", with: "") }
        return "$scrypt$ln=\(cost.trailingZeroBitCount),r=\(blockSize),p=\(parallelism)$\(parts[0])$\(parts[1])"
    }

    /// Throws ``CryptographyError`` (`unavailable`) without memory.
    package static func make(of password: String, random: RandomSource) async throws -> String {
        try await make(of: password, salt: random.bytes(saltLength))
    }

    static func make(of password: String, salt: [UInt8]) async throws -> String {
        try await offThePool(as: .computing) { try PasswordHash(of: password, salt: salt).text }
    }

    package static func accepts(_ password: String, against text: String) async throws -> Bool {
        guard let hash = PasswordHash(text), let prepared = PasswordText.prepared(password),
            prepared.unicodeScalars.count <= maximumLength
        else { return false }
        return try await offThePool(as: .computing) {
            if hash.accepts(prepared) { return true }
            // Earlier versions hashed a password as it was typed.
            return !prepared.utf8.elementsEqual(password.utf8) && hash.accepts(password)
        }
    }

    /// Takes as long as the hash's parameters demand, up to about a minute: call it off the cooperative pool.
    func accepts(_ password: String) -> Bool {
        let derived = try? KDF.Scrypt.deriveKey(
            from: Data(password.utf8), salt: salt, outputByteCount: hash.count, rounds: cost,
            blockSize: blockSize, parallelism: parallelism)
        return derived?.withUnsafeBytes { bytes in
            bytes.count == hash.count && zip(bytes, hash).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
        } ?? false
    }

    private static func decoded(_ text: Substring) -> Data? {
        Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
    }
}

/// Hashes a document's plaintext passwords before the tenant writes, each once, because hashing is slow.
package struct PasswordHashes: Sendable {
    private let hashes: [String: String]

    static let member = "password"

    package init(of passwords: Set<String>, random: RandomSource) async throws {
        // Salts are drawn in order, before the hashing runs in parallel: the same seed gives the same hashes.
        let salted = passwords.sorted().map { ($0, random.bytes(PasswordHash.saltLength)) }
        hashes = try await withThrowingTaskGroup(of: (String, String).self) { group in
            for (password, salt) in salted {
                group.addTask {
                    (password, try await PasswordHash.make(of: password, salt: salt))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    static func isPassword(_ text: String) -> Bool {
        guard let scalars = PasswordText.prepared(text)?.unicodeScalars else { return false }
        return (1...PasswordHash.maximumLength).contains(scalars.count)
            && scalars.allSatisfy(PasswordText.isPrintable)
    }

    subscript(password: String) -> String? { hashes[password] }
}

extension DocumentObject {
    package mutating func passwordHash(_ context: DocumentContext) -> String? {
        let password = text(
            PasswordHashes.member,
            as: "a password of 1 to \(PasswordHash.maximumLength) printable characters",
            where: PasswordHashes.isPassword)
        let hash = text("passwordHash", maximum: 512)
        if password != nil, hash != nil {
            complain("passwordHash", "Give the password or its hash, not both.", .conflict)
        }
        if let hash {
            guard hash.isEmpty || PasswordHash(hash) != nil else {
                complain(
                    "passwordHash",
                    "This must be a scrypt hash in PHC string format, as in exports, or empty for no password.")
                return nil
            }
            return hash
        }
        return password.flatMap { context.hashes[$0] }
    }
}
