// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation
import SystemCryptography

package struct DocumentContext: Sendable {
    package let hashes: PasswordHashes
    package let now: Date
    package let random: RandomSource
    /// In a tenant file, an object without an ID gets one derived from its name.
    package var isFile = false

    /// Public keys are safe only on loopback, unless the settings accept the risk.
    package var allowsDevelopmentKeys = false

    package init(
        hashes: PasswordHashes, now: Date, random: RandomSource, isFile: Bool = false,
        allowsDevelopmentKeys: Bool = false
    ) {
        (self.hashes, self.now, self.random) = (hashes, now, random)
        (self.isFile, self.allowsDevelopmentKeys) = (isFile, allowsDevelopmentKeys)
    }

    package func identifier(of kind: String, _ name: String) -> String {
        isFile ? Identifier.of(kind, name) : random.identifier()
    }
}

package struct DocumentProblem: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case content, conflict
    }

    /// A JSON pointer; empty for the whole document. RFC 6901
    package let pointer: String
    package let message: String
    package var kind = Kind.content

    package init(pointer: String, message: String, kind: Kind = .content) {
        (self.pointer, self.message, self.kind) = (pointer, message, kind)
    }
}

extension DocumentProblem: CustomStringConvertible {
    package var description: String { "\(pointer.isEmpty ? "/" : pointer): \(message)" }
}

package struct DocumentRefusal: Error, Sendable, Hashable {
    package let problems: [DocumentProblem]

    package init(_ problems: [DocumentProblem]) { self.problems = problems }

    package init(at pointer: String, _ message: String, _ kind: DocumentProblem.Kind = .content) {
        problems = [DocumentProblem(pointer: pointer, message: message, kind: kind)]
    }
}

package enum Identifier {
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { index, byte in
                switch index {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
                }
            }
    }

    /// The real service does not accept the empty GUID.
    package static func canBeApp(_ text: String) -> Bool {
        isWellFormed(text) && text.utf8.contains { $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: "-") }
    }

    /// In a file, the same name gives the same ID in every run.
    static func of(_ kind: String, _ name: String) -> String {
        let hash = SHA256.hash(data: Data("\(kind) \(EmailAddress.folded(name))".utf8))
        return RandomSource { Array(hash.prefix($0)) }.identifier()
    }
}
