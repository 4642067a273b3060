// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Fixtures
import Foundation
import Glibc
import HTTPServing
import LocalCertificates
import OAuthMessages
import Testing

/// nghttpd, a server of another project that speaks HTTP/2 alone; it ends with its test.
///
/// It answers GET with the files of a folder, and POST with the content of the request.
final class Nghttpd: Sendable {
    private let process = Process()
    private let output: ProgramOutput
    let port: Int

    /// Starts it on a free port of loopback, and waits until it listens.
    ///
    /// - Parameters:
    ///   - site: The folder with the files.
    ///   - certificates: The certificate and the key, which it reads from files.
    ///   - folder: The folder for these files.
    /// - Throws: Errors of Foundation; a failed expectation if nghttpd is missing.
    init(serving site: URL, with certificates: LocalCertificates, in folder: URL) async throws {
        port = try await ServerAddress.reserve().port
        let (key, certificate) = (folder.appending(path: "nghttpd-key.pem"), folder.appending(path: "nghttpd.pem"))
        try Data(certificates.identity.privateKey.revealed.utf8).write(to: key)
        try Data(certificates.identity.certificatesForNames.utf8).write(to: certificate)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "nghttpd", "--address=127.0.0.1", "--htdocs=\(site.path)", "--echo-upload", "--verbose", "\(port)",
            key.path, certificate.path,
        ]
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin:/usr/local/bin"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        output = ProgramOutput(of: pipe)
        let line = await output.line(with: "IPv4: listen")
        try #require(line != nil, "nghttpd does not listen; 'script/setup-test' installs it on Debian: \(output.text)")
    }

    deinit { kill() }

    /// The thread that started it may block SIGTERM, and the program inherits that.
    private func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
    }

    /// Ends it.
    ///
    /// - Returns: The frames of its connections, as text.
    func end() async -> String {
        kill()
        _ = await process.ended()
        // Waits for the end of the output.
        _ = await output.line(with: "\0")
        return output.text
    }
}
#endif
