// SPDX-License-Identifier: Apache-2.0
package import JOSE
package import OAuth

/// The hashes of all passwords in clear in a document, made before the tenant writes anything.
///
/// Each password is hashed once, even if several people share it: hashing is slow on purpose.
package struct PasswordHashes: Sendable {
    private let hashes: [String: String]

    /// The name of members that hold a password in clear.
    static let member = "password"

    /// Hashes every password in a document; the reader later refuses texts that are too long for a password.
    ///
    /// - Throws: An error if the thread pool has shut down.
    package init(in document: [String: JSONValue], random: RandomSource) async throws {
        var found: Set<String> = []
        Self.collect(from: .object(document), into: &found)
        // Salts are drawn in order, before the hashing runs in parallel: the same seed gives the same hashes.
        let salted = found.sorted().map { ($0, random.bytes(PasswordHash.saltLength)) }
        hashes = try await withThrowingTaskGroup(of: (String, String).self) { group in
            for (password, salt) in salted {
                group.addTask {
                    (password, try await PasswordHash.make(of: password, salt: salt))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// Whether a text can be a password.
    static func isPassword(_ text: String) -> Bool {
        (1...PasswordHash.maximumLength).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// The hash of a password of the document; `nil` for any other.
    subscript(password: String) -> String? { hashes[password] }

    private static func collect(from value: JSONValue, into found: inout Set<String>) {
        switch value {
        case .object(let members):
            if let password = members[member]?.string, isPassword(password) {
                found.insert(password)
            }
            for inner in members.values { collect(from: inner, into: &found) }
        case .array(let elements):
            for inner in elements { collect(from: inner, into: &found) }
        default: break
        }
    }
}

extension DocumentObject {
    /// The hash of a password, which the document has in clear or as a hash; `nil` if both are missing.
    package mutating func passwordHash(_ context: DocumentContext) -> String? {
        let password = text(
            PasswordHashes.member,
            as: "a password of 1 to \(PasswordHash.maximumLength) printable characters of ASCII",
            where: PasswordHashes.isPassword)
        let hash = text("passwordHash", maximum: 512)
        if password != nil, hash != nil {
            complain("passwordHash", "Give the password or its hash, not both.", .conflict)
        }
        if let hash {
            guard hash.isEmpty || PasswordHash(hash) != nil else {
                complain(
                    "passwordHash",
                    "This must be a scrypt hash in PHC form, as exports hold it, or empty for no password at all.")
                return nil
            }
            return hash
        }
        return password.flatMap { context.hashes[$0] }
    }
}
