// SPDX-License-Identifier: Apache-2.0
package import OAuth

extension KeyFile.Content {
    /// Reads the one line of the file.
    package init?(_ line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == Self.mark, words[2].last == "\n" else { return nil }
        let value = String(words[2].dropLast())
        switch words[1] {
        case "key":
            guard let key = SealingKey(value) else { return nil }
            self = .key(key)
        case "secret-service" where !value.isEmpty: self = .inKeyring(value)
        default: return nil
        }
    }

    /// The line, without its newline.
    package var text: Redacted<String> {
        switch self {
        case .key(let key): Redacted("\(Self.mark) key \(key.text.revealed)")
        case .inKeyring(let name): Redacted("\(Self.mark) secret-service \(name)")
        }
    }

    private static let mark = "tessera-sealing-key-1"
}
