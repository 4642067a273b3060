// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

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
    func `servers reserve again when another program took their port, three times in all`(
        _ code: ListeningError.Code, failures: Int, attempts: Int, thrown: ListeningError.Code?
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
    func `an address that cannot be had is refused`(
        _ host: String, port: Int, code: ListeningError.Code
    ) async {
        let error = await #expect(throws: ListeningError.self) {
            try await ServerAddress.reserve(host: host, preferred: port)
        }
        #expect(error?.code == code)
    }

    @Test(arguments: [
        (EADDRINUSE, ListeningError.Code.portInUse), (EACCES, .portForbidden), (EPERM, .portForbidden),
        (EADDRNOTAVAIL, .addressUnavailable),
    ])
    func `what the system reports is explained`(_ number: CInt, code: ListeningError.Code) {
        #expect(
            (ListeningError.explaining(number, at: ServerAddress(port: 80)) as? ListeningError)?.code == code)
    }
}
