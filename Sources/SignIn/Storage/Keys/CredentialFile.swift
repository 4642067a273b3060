// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A file that holds a key and nothing else, such as a credential of systemd.
struct CredentialFile {
    private let file: URL

    init(_ file: URL) {
        self.file = file
    }

    /// The key; `nil` if there is no file.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`) for a file that others can read or change, and for one that
    ///   holds no key.
    func read() throws -> SealingKey? {
        // A pipe must not hold anybody up.
        let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT { return nil }
            throw refusal("cannot be read: \(String(cString: strerror(code)))", "check its permissions")
        }
        // What is judged is what is read.
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw refusal("is not a file", "name one that holds the key")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw refusal("belongs to somebody else", "name a file of your own")
        }
        // The group may read: systemd lets a service in by an access list, which shows as the group's permission.
        guard status.st_mode & 0o027 == 0 else {
            throw refusal("can be read or changed by others", "make it private with `chmod 600`")
        }
        guard status.st_size <= 4096, let data = try? handle.read(upToCount: 4096) else {
            throw refusal("cannot be read as a key", ConfiguredKey.recipe)
        }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let key = SealingKey(text) else { throw refusal("holds no key", ConfiguredKey.recipe) }
        return key
    }

    private func refusal(_ what: String, _ remedy: String) -> AccountStorageError {
        AccountStorageError(.keyMissing, "the key file \(file.path) \(what); \(remedy)")
    }
}
