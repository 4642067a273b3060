// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import LocalCertificates
import PortableFoundation

struct TenantTrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Show how to trust the tenant's certificate authority.",
        discussion: """
            The authority can issue certificates only for this machine's own names and those that the tenant was \
            started with.
            """)

    @OptionGroup var storage: TenantDataOption
    @OptionGroup var output: JSONOption

    func run() async throws {
        let file = LocalCertificates.authorityFile(in: storage.certificates)
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw CommandError(
                "there is no certificate authority in \(storage.folder.path)",
                hint: "`tessera tenant --tls` creates one", .unavailable)
        }
        let instructions = TrustInstructions(authority: file)
        if output.json {
            try Terminal.json(Report(certificateAuthority: file.path, instructions: instructions.all))
        } else {
            for instruction in instructions.all {
                try Terminal.result("# \(instruction.client)")
                try Terminal.result(instruction.command)
            }
        }
    }

    private struct Report: Encodable {
        let certificateAuthority: String
        let instructions: [TrustInstructions.Instruction]
    }
}

struct TrustInstructions: Sendable {
    struct Instruction: Encodable, Sendable {
        let client: String
        let command: String
    }

    private let file: String

    init(authority: URL) { file = authority.path.shellWord }

    var all: [Instruction] {
        [
            Instruction(client: "curl", command: "curl --cacert \(file) URL"),
            Instruction(
                client: "tessera on Linux, OpenSSL, Go, Ruby, .NET on Linux", command: "export SSL_CERT_FILE=\(file)"),
            Instruction(client: "Python: requests, MSAL", command: "export REQUESTS_CA_BUNDLE=\(file)"),
            Instruction(client: "Node", command: "export NODE_EXTRA_CA_CERTS=\(file)"),
            Instruction(
                client: "Java",
                command: "keytool -importcert -noprompt -cacerts -storepass changeit -alias tessera -file \(file)"),
            Instruction(
                client: "Debian and Ubuntu, all programs",
                command: "sudo cp \(file) /usr/local/share/ca-certificates/tessera.crt && sudo update-ca-certificates"),
            Instruction(
                client: "Fedora, all programs",
                command: "sudo cp \(file) /etc/pki/ca-trust/source/anchors/tessera.pem && sudo update-ca-trust"),
            Instruction(
                client: "macOS, all programs",
                command: "security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db \(file)"),
            Instruction(client: "iOS Simulator", command: "xcrun simctl keychain booted add-root-cert \(file)"),
        ]
    }

    var brief: [String] { all.prefix(3).flatMap { ["  # \($0.client)", "  \($0.command)"] } }

    var remaining: String {
        "`tessera tenant trust` has the commands for Node, Java, macOS, the iOS Simulator, and more."
    }
}
