// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The standard provider of a tenant that runs alone, with a client of each kind.
struct OwnProvider {
    let tenant: RunningTenant
    var issuer: String { tenant.report.url + "/op" }
    var command: BuiltCommand { tenant.command }

    static let secret = "s3cret-of-the-till"
    static let mara = RunningDemo.Visitor(username: "mara@heron.example", password: "correct horse")

    private static let file = """
        {"version": 1, "directories": [{"displayName": "Heron", "domain": "heron.example", "password": "correct horse",
         "people": [{"displayName": "Mara", "userPrincipalName": "mara@heron.example", "mail": "mara@heron.example"},
         {"displayName": "Finn", "userPrincipalName": "finn@heron.example"}]}],
         "standardClients": [
         {"client_id": "kiosk", "client_name": "Kiosk", "redirect_uris": ["http://127.0.0.1"],
          "post_logout_redirect_uris": ["http://127.0.0.1"], "token_endpoint_auth_methods": ["none"],
          "grant_types": ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
          "scope": "openid profile email offline_access tills.read"},
         {"client_id": "tills", "client_name": "Tills", "client_secret": "\(secret)", "grant_types": [],
          "response_types": [], "resource": "https://tills.heron.example", "resource_scopes": ["tills.read"],
          "token_endpoint_auth_methods": ["client_secret_basic"]},
         {"client_id": "basic", "client_name": "Till", "redirect_uris": ["https://till.heron.example/callback"],
          "token_endpoint_auth_methods": ["client_secret_basic"], "client_secret": "\(secret)",
          "access_token_format": "opaque"},
         {"client_id": "post", "client_name": "Till", "redirect_uris": ["https://till.heron.example/callback"],
          "token_endpoint_auth_methods": ["client_secret_post"], "client_secret": "\(secret)",
          "grant_types": ["authorization_code", "refresh_token", "client_credentials"]}]}
        """

    /// Runs `body` with a tenant that knows Mara and Finn, and the clients `kiosk`, `basic` and `post`.
    static func run<Result>(_ body: (OwnProvider) async throws -> Result) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "tenant-\(UUID().uuidString).json")
        try Data(Self.file.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await RunningTenant.run(["--from", file.path]) { try await body(OwnProvider(tenant: $0)) }
    }

    /// The command with a browser of Mara's.
    func run(
        _ arguments: String..., as visitor: RunningDemo.Visitor = mara
    ) async throws -> BuiltCommand.Outcome {
        try await command.run(arguments, adding: visitor.environment(in: command.home))
    }

    func signIn(as client: String, _ more: String...) -> [String] {
        ["sign-in", "--issuer", issuer, "--client-id", client] + more
    }

    /// A sign-in whose answer is pasted.
    func pasting(
        _ arguments: [String], as visitor: RunningDemo.Visitor = mara
    ) async throws -> BuiltCommand.Outcome {
        let browser = visitor.environment(in: command.home)
        return try await command.run(arguments + ["--redirect-uri", "https://till.heron.example/callback"]) {
            [issuer] line in
            line.hasPrefix(issuer) ? try BuiltCommand.browse(line, as: browser) : nil
        }
    }

    /// A file with a secret, by its permissions.
    func secretFile(_ text: String = secret, mode: Int = 0o600) throws -> String {
        let file = command.home.appending(path: "secret-\(UUID().uuidString)")
        try Data((text + "\n").utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file.path
    }
}
