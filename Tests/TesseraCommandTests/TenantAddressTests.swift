// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import Testing

@testable import TenantCommands

/// `tessera tenant` over TLS and under other names, with the built command.
@Suite struct TenantAddressTests {
    @Test func `a person signs in over TLS, and people are found`() async throws {
        try await RunningTenant.run(["--tls"]) { tenant in
            let authority = try #require(tenant.report.certificateAuthority)
            #expect(tenant.report.url.hasPrefix("https://localhost:"))
            let settings = try tenant.settings()
            let visitor = RunningDemo.Visitor(username: "ana.silva@aldervale.example")
            let environment = visitor.environment(in: tenant.command.home)
                .merging(["SSL_CERT_FILE": authority]) { $1 }
            let signedIn = try await tenant.command.run(["sign-in", "--settings", settings], adding: environment)
            #expect(signedIn.output == "Signed in as Ana Silva <ana.silva@aldervale.example>.\n", "\(signedIn.error)")
            let found = try await tenant.command.run(
                ["people", "find", "Maya", "--settings", settings], adding: ["SSL_CERT_FILE": authority])
            #expect(found.status == 0, "\(found.error)")
        }
    }

    @Test(arguments: [
        (nil, "error: the certificate of https://localhost:"),
        ("/nowhere", "error: SSL_CERT_FILE is /nowhere, which contains no readable certificates\n"),
    ])
    func `without trust in the authority, the error says what to do`(_ file: String?, message: String) async throws {
        try await RunningTenant.run(["--tls"]) { tenant in
            let settings = try tenant.settings()
            let outcome = try await tenant.command.run(
                ["sign-in", "--settings", settings], adding: file.map { ["SSL_CERT_FILE": $0] } ?? [:])
            #expect(outcome.status == 69)
            #expect(outcome.error.contains(message), "\(outcome.error)")
            #expect(outcome.error.contains("hint: trust its certificate authority; for a local tenant at localhost, "))
        }
    }

    @Test func `a tenant says who it is by its base URL, and answers to every name`() async throws {
        let arguments = ["--base-url", "https://login.test", "--allow-host", "tenant:81"]
        try await RunningTenant.run(arguments) { tenant in
            #expect(tenant.report.url == "https://login.test")
            #expect(tenant.report.listening.hasPrefix("http://127.0.0.1:"))
            #expect(tenant.report.certificateAuthority == nil)
            let own = tenant.report.listening.replacing("http://", with: "")
            for host in ["login.test", "tenant:81", own] {
                let metadata = try await tenant.page("/common/v2.0/.well-known/openid-configuration", host: host)
                #expect(metadata.hasPrefix("200 "), "\(host)")
                #expect(metadata.contains(#""issuer":"https://login.test/{tenantid}/v2.0""#))
                #expect(metadata.contains(#""token_endpoint":"https://login.test/common/oauth2/v2.0/token""#))
                #expect(!metadata.contains(own))
            }
            for host in ["evil.test", "tenant", "login.test:80"] {
                #expect(try await tenant.page("/", host: host).hasPrefix("421 "), "\(host)")
            }
            let page = try await tenant.page(
                "/common/oauth2/v2.0/authorize?response_type=code&scope=openid&redirect_uri=http%3A%2F%2Flocalhost"
                    + "&client_id=7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10", host: "login.test")
            #expect(page.hasPrefix("200 __Host-tessera-form-443="))
            #expect(page.contains("; Path=/; Secure; HttpOnly; SameSite=Lax "))
        }
    }

    @Test func `opening a tenant to other machines, by its address or by a name, gives a warning`() throws {
        func warnings(_ address: ServerAddress, _ names: ServerNames? = nil) -> [String] {
            TenantStart(address: address, names: names ?? ServerNames(address), folder: nil, certificates: nil).warnings
        }
        let loopback = ServerAddress(port: 4400)
        #expect(warnings(loopback).isEmpty)
        #expect(warnings(loopback, ServerNames(loopback, base: BaseURL("http://localhost.:4400"))).isEmpty)
        let everywhere = warnings(ServerAddress(host: "0.0.0.0", port: 4400))
        #expect(everywhere.joined().contains("warning: http://0.0.0.0:4400 can be reached from other machines."))
        let named = warnings(loopback, ServerNames(loopback, base: BaseURL("https://login.test")))
        #expect(named.joined().contains("warning: https://login.test can be reached from other machines."))
        let other = warnings(loopback, ServerNames(loopback, others: [HostAndPort(host: "tenant", port: 80)]))
        #expect(other.joined().contains("can be reached from other machines."))
    }

    @Test func `the authority is kept between starts, with trust instructions for every client`() async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let data = home.appending(path: "my tenant").path
        let authorities = [
            try await RunningTenant.run(["--tls", "--data", data]) {
                try String(contentsOfFile: $0.authority(), encoding: .utf8)
            },
            try await RunningTenant.run(["--tls", "--data", data]) {
                try String(contentsOfFile: $0.authority(), encoding: .utf8)
            },
        ]
        #expect(authorities[0] == authorities[1])
        let told = try await BuiltCommand(home: home).run("tenant", "trust", "--data", data)
        let file = "'\(data)/certificates/authority.pem'"
        for line in [
            "curl --cacert \(file) URL", "export SSL_CERT_FILE=\(file)", "export REQUESTS_CA_BUNDLE=\(file)",
            "export NODE_EXTRA_CA_CERTS=\(file)", "xcrun simctl keychain booted add-root-cert \(file)",
        ] { #expect(told.output.contains(line + "\n")) }
        let untold = try await BuiltCommand(home: home).run("tenant", "trust", "--data", home.path)
        #expect(untold.status == 69)
        #expect(untold.error.hasSuffix("hint: `tessera tenant --tls` creates one\n"))
    }

    @Test(arguments: [
        ["--base-url", "ftp://a"], ["--base-url", "https://a/b"], ["--base-url", "a"], ["--base-url", ""],
        ["--tls", "--base-url", "http://a"], ["--allow-host", "a/b"], ["--allow-host", ""], ["--listen", ""],
        ["--listen", "http://a"],
    ])
    func `names that are none are usage errors`(_ arguments: [String]) async throws {
        let command = BuiltCommand(home: FileManager.default.temporaryDirectory)
        let outcome = try await command.run(["tenant", "--port", "0"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.error.contains(arguments.first { $0.hasPrefix("--") && $0 != "--tls" } ?? ""))
    }
}

extension RunningTenant {
    fileprivate func authority() throws -> String { try #require(report.certificateAuthority) }
}
