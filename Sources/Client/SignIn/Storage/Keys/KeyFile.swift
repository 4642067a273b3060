// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
import PortableFoundation
import PrivateFiles

/// The file beside the accounts with their key, or with the key's name in a keyring.
///
/// The first program creates it, and it never changes: a keyring that becomes available later is not used.
package enum KeyFile {
    package enum Content: Equatable {
        case key(SealingKey)
        case inKeyring(String)
    }

    static let name = "sealing-key"

    static func url(in folder: URL) -> URL { folder.appending(path: name) }

    /// It blocks: call it off the cooperative pool.
    static func read(in folder: URL) throws -> Content? {
        let file = url(in: folder)
        do {
            try PrivateFile.requireOwnFolder(folder)
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unreadable(folder, failure)
        }
        do {
            guard let data = try PrivateFile.content(of: file, limit: 4096) else { return nil }
            guard let content = Content(String(decoding: data, as: UTF8.self)) else {
                throw AccountStorageError(
                    .keyMissing,
                    "\(file.path) is damaged, and without its key the accounts cannot be opened; restore a copy of the "
                        + "file, or move the folder away and sign in again")
            }
            return content
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unreadable(file, failure)
        }
    }

    /// Returns whether this program created the file; otherwise, read the other program's.
    static func create(_ content: Content, in folder: URL) throws -> Bool {
        do {
            try PrivateFile.makeFolder(folder)
            return try PrivateFile.create(url(in: folder), with: Data((content.text.revealed + "\n").utf8))
        } catch let failure as PrivateFile.Failure {
            throw AccountStorageError.unwritable(folder, "accounts cannot be saved", failure)
        }
    }
}

extension KeyFile.Content {
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

    package var text: Redacted<String> {
        switch self {
        case .key(let key): Redacted("\(Self.mark) key \(key.text.revealed)")
        case .inKeyring(let name): Redacted("\(Self.mark) secret-service \(name)")
        }
    }

    private static let mark = "tessera-sealing-key-1"
}
