// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import Fixtures
import Glibc
import HTTPServing
import LocalCertificates
import OAuthMessages

/// nghttpd, another project's server for HTTP/2 alone; it answers GET with files, and POST with the request's content.
final class Nghttpd: Sendable {
    private let process = Process()
    private let output: ProgramOutput
    let port: Int

    /// Starts it on a free loopback port with the folder `site`, and certificate and key as files in `folder`.
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

    /// The starting thread may block SIGTERM, which the program inherits.
    private func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
    }

    /// Returns the record of its connections' frames.
    func end() async -> String {
        kill()
        _ = await process.ended()
        // Waits for the end of the output.
        _ = await output.line(with: "\0")
        return output.text
    }
}
#endif
