// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import HTTPServing

@Suite struct ServerAddressTests {
    @Test(arguments: [
        ("localhost", "localhost"), ("Tenant.localhost", "localhost"), ("localhost.", "localhost"),
        ("127.0.0.2", "127.0.0.2"), ("::1", "::1"), ("[::1]", "::1"), ("localhost.example", "localhost.example"),
    ])
    func `no resolver decides where a name below localhost listens`(_ host: String, _ bound: String) {
        #expect(ServerAddress(host: host, port: 80).hostToBind == bound)
    }

    @Test func `an address knows its names`() {
        let address = ServerAddress(port: 4400)
        #expect(address.url == "http://127.0.0.1:4400")
        #expect(address.listeningLine == "Listening on http://127.0.0.1:4400")
        #expect(address.origins == ["http://127.0.0.1:4400", "http://localhost:4400", "http://[::1]:4400"])
        #expect(ServerAddress(host: "::1", port: 80).url == "http://[::1]")
        #expect(ServerAddress(host: "::1", port: 80).origins.contains("http://[::1]"))
        #expect(
            ServerAddress(host: "10.0.0.7", port: 80).authorities == [HostAndPort(host: "10.0.0.7", port: 80)])
    }

    @Test func `a free port is found, and a preferred one kept`() async throws {
        let free = try await ServerAddress.reserve()
        #expect(free.port > 0)
        #expect(try await ServerAddress.reserve(preferred: free.port) == free)
    }

    @Test func `a port in use is refused, or another found`() async throws {
        let taken = try PlainSocket(listeningAt: 0)
        defer { taken.close() }
        let port = taken.port
        let error = await #expect(throws: ListeningError.self) {
            try await ServerAddress.reserve(preferred: port)
        }
        #expect(error?.code == .portInUse)
        #expect(try await ServerAddress.reserve(preferred: port, orFree: true).port != port)
    }

    @Test(arguments: [
        (ListeningError.Code.portInUse, 2, 3, ListeningError.Code?.none), (.portInUse, 3, 3, .portInUse),
        (.addressUnavailable, 1, 1, .addressUnavailable),
    ])
    func `a server tries three ports if they are taken`(
        code: ListeningError.Code, failures: Int, attempts: Int, thrown: ListeningError.Code?
    ) async throws {
        var count = 0
        var error: ListeningError?
        do {
            try await ServerAddress.retrying {
                count += 1
                if count <= failures { throw ListeningError(code, "port 80 of 127.0.0.1") }
            }
        } catch let caught as ListeningError {
            error = caught
        }
        #expect(count == attempts)
        #expect(error?.code == thrown)
    }

    @Test(arguments: [
        ("127.0.0.1", 65536, ListeningError.Code.notAPort), ("127.0.0.1", -1, .notAPort),
        ("192.0.2.1", 0, .addressUnavailable), ("nowhere.invalid", 0, .addressUnavailable),
    ])
    func `an address that cannot be had is refused`(_ host: String, port: Int, code: ListeningError.Code) async {
        let error = await #expect(throws: ListeningError.self) {
            try await ServerAddress.reserve(host: host, preferred: port)
        }
        #expect(error?.code == code)
    }

    @Test(arguments: [
        (EADDRINUSE, ListeningError.Code.portInUse), (EACCES, .portForbidden), (EPERM, .portForbidden),
        (EADDRNOTAVAIL, .addressUnavailable),
    ])
    func `explains the errors of the system`(_ number: CInt, code: ListeningError.Code) {
        #expect(
            (ListeningError.explaining(number, at: ServerAddress(port: 80)) as? ListeningError)?.code == code)
    }
}

@Suite struct ServerNamesTests {
    @Test(arguments: [
        ("http://localhost:4400", "http://localhost:4400"), ("HTTPS://Login.Test/", "https://login.test"),
        ("https://login.test:443", "https://login.test"), ("http://login.test:443", "http://login.test:443"),
        ("http://[::1]:80", "http://[::1]"), ("https://10.0.2.2:8443/", "https://10.0.2.2:8443"),
    ])
    func `a base URL is a scheme, a host and a port`(_ text: String, reads: String) {
        #expect(BaseURL(text)?.description == reads)
    }

    @Test(arguments: [
        "", "localhost", "ftp://localhost", "https://", "https:///", "https://a/b", "https://a//", "https://a?b",
        "https://a#b", "https://me@a", "https://a:0", "https://a:b", "https://a b", "https://a\r\nb", "//a",
        "javascript://a", " https://a", "https://ä.test",
    ])
    func `nothing else is one`(_ text: String) {
        #expect(BaseURL(text) == nil)
    }

    struct Listening: Sendable {
        let address: ServerAddress
        let url: String
        var base: String?
        let isLoopback: Bool
    }

    @Test(arguments: [
        Listening(address: ServerAddress(port: 4400), url: "http://127.0.0.1:4400", isLoopback: true),
        Listening(address: ServerAddress(port: 80), url: "http://127.0.0.1", isLoopback: true),
        Listening(address: ServerAddress(port: 4400, scheme: .https), url: "https://localhost:4400", isLoopback: true),
        Listening(address: ServerAddress(port: 443, scheme: .https), url: "https://localhost", isLoopback: true),
        Listening(address: ServerAddress(port: 443), url: "http://127.0.0.1:443", isLoopback: true),
        Listening(
            address: ServerAddress(host: "0.0.0.0", port: 443, scheme: .https), url: "https://0.0.0.0",
            base: "https://localhost", isLoopback: false),
        Listening(
            address: ServerAddress(host: "::", port: 4400), url: "http://[::]:4400", base: "http://127.0.0.1:4400",
            isLoopback: false),
        Listening(address: ServerAddress(host: "127.0.0.9", port: 1), url: "http://127.0.0.9:1", isLoopback: true),
        Listening(address: ServerAddress(host: "127.a.b.c", port: 1), url: "http://127.a.b.c:1", isLoopback: false),
        Listening(address: ServerAddress(host: "10.0.0.7", port: 1), url: "http://10.0.0.7:1", isLoopback: false),
    ])
    func `an address has a URL and a base URL`(_ listening: Listening) {
        #expect(listening.address.url == listening.url)
        #expect(listening.address.base.description == listening.base ?? listening.url)
        #expect(listening.address.isLoopback == listening.isLoopback)
    }

    @Test func `a server behind a proxy accepts each of its names, and forms from each`() throws {
        let names = ServerNames(
            ServerAddress(host: "0.0.0.0", port: 4400), base: BaseURL("https://login.test"),
            others: [HostAndPort(host: "tenant", port: 4400)])
        #expect(names.base.description == "https://login.test")
        #expect(
            names.origins == [
                "https://login.test", "http://127.0.0.1:4400", "http://localhost:4400", "http://[::1]:4400",
                "http://tenant:4400", "https://tenant:4400",
            ])
        let gate = HostGate<ServingContext>(names)
        for host in ["login.test", "login.test:443", "tenant:4400", "localhost:4400"] { try gate.judge(host) }
        for host in ["login.test:80", "login.test:4400", "tenant", "0.0.0.0:4400", "localhost"] {
            let error = #expect(throws: RequestRefusal.self, "\(host)") { try gate.judge(host) }
            #expect(error?.code == .hostNotAllowed)
        }
    }

    @Test func `a secure cookie for the whole host cannot be set by its neighbours`() {
        #expect(
            BrowserCookie("a", isSecure: true).setting("x") == "__Host-a=x; Path=/; Secure; HttpOnly; SameSite=Lax")
    }
}
