// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
public import PortableFoundation
import PrivateFiles

/// A file that holds only a client secret.
public struct SecretFile {
    private let file: URL

    /// Follows links: orchestrators mount secrets as links.
    public init(_ file: URL) { self.file = file.resolvingSymlinksInPath() }

    /// The secret, without surrounding white space.
    ///
    /// - Throws: ``CommandError`` if the file is unreadable, readable by others, or empty.
    public func read() throws -> Redacted<String> {
        let content: Data?
        do {
            content = try PrivateFile.secret(file, limit: 4096)
        } catch let failure as PrivateFile.Failure {
            throw CommandError(
                "the secret file \(file.path) cannot be used: \(failure.reason)", hint: "\(failure.remedy)", .noInput)
        }
        guard let content else {
            throw CommandError(
                "the secret file \(file.path) does not exist", hint: "check the path of --client-secret-file", .noInput)
        }
        let text = String(decoding: content, as: UTF8.self).trimmed()
        guard !text.isEmpty else {
            throw CommandError(
                "the secret file \(file.path) is empty", hint: "write only the client secret to it",
                .dataWrong)
        }
        return Redacted(text)
    }
}
