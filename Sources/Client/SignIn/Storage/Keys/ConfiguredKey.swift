// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The sealing key that a server's administrator provides; a wrong key is an error, because all users would seem to be
/// signed out.
package struct ConfiguredKey {
    let environment: [String: String]

    package init(environment: [String: String]) { self.environment = environment }

    /// Reads files: call it off the cooperative pool.
    package func read() throws -> SealingKey? {
        if let folder = value(of: "CREDENTIALS_DIRECTORY") {
            let file = CredentialFile(
                URL(filePath: folder).appending(path: "tessera-account-key"), isSystemdCredential: true)
            if let key = try file.read() { return key }
        }
        if let path = value(of: Self.fileVariable) {
            guard let key = try CredentialFile(URL(filePath: path)).read() else {
                throw AccountStorageError(
                    .keyMissing, "\(Self.fileVariable) is \(path), which does not exist; put the key there")
            }
            return key
        }
        guard let text = environment[Self.variable] else { return nil }
        guard let key = SealingKey(text) else {
            throw AccountStorageError(.keyMissing, "\(Self.variable) is not a key; \(Self.recipe)")
        }
        return key
    }

    private func value(of name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    static let variable = "TESSERA_ACCOUNT_KEY"
    package static let fileVariable = "TESSERA_ACCOUNT_KEY_FILE"
    static let recipe = "use the output of `openssl rand -base64 32`"
}

/// A file that contains only a key, such as a systemd credential.
struct CredentialFile {
    private let file: URL
    private let isSystemdCredential: Bool

    init(_ file: URL, isSystemdCredential: Bool = false) {
        self.file = file
        self.isSystemdCredential = isSystemdCredential
    }

    func read() throws -> SealingKey? {
        // Opening a pipe must not block.
        let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT { return nil }
            throw refusal("cannot be read: \(String(cString: strerror(code)))", "check its permissions")
        }
        // Checks the open file, because the path may name another file by now.
        let file = OpenFile(descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw refusal("is not a file", "use a file with the key")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw refusal("belongs to another user", "use a file of your own")
        }
        guard isPrivate(mode: status.st_mode, owner: status.st_uid, group: status.st_gid) else {
            throw refusal("can be read or changed by other users", "make it private with `chmod 600`")
        }
        guard status.st_size <= 4096, let data = try? file.read(atMost: 4096) else {
            throw refusal("cannot be read as a key", ConfiguredKey.recipe)
        }
        let text = String(decoding: data, as: UTF8.self).trimmed()
        guard let key = SealingKey(text) else { throw refusal("contains no key", ConfiguredKey.recipe) }
        return key
    }

    /// Whether only the owner and root can read and change a file.
    ///
    /// systemd gives a credential to root with mode 0400, and lets the service read it with an access list. The list's
    /// mask then replaces the group permission, so the mode shows as 0440 (`acl(5)`).
    func isPrivate(mode: mode_t, owner: uid_t, group: gid_t) -> Bool {
        let permissions = mode & 0o777
        let isByAccessList = permissions == 0o440 && owner == 0 && group == 0
        return permissions & 0o077 == 0 || (isSystemdCredential && isByAccessList)
    }

    private func refusal(_ what: String, _ remedy: String) -> AccountStorageError {
        AccountStorageError(.keyMissing, "the key file \(file.path) \(what); \(remedy)")
    }
}
