// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The sealing key that an administrator gives to a program on a server.
///
/// A wrong key is an error: with another key, each person would seem to be signed out.
package struct ConfiguredKey {
    let environment: [String: String]

    /// Looks at an environment.
    package init(environment: [String: String]) { self.environment = environment }

    /// The key; `nil` if none was given.
    ///
    /// It reads files: call it off the cooperative pool.
    ///
    /// - Throws: ``AccountStorageError`` (`keyMissing`).
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
    /// How to make a key.
    static let recipe = "use the output of `openssl rand -base64 32`"
}
