// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import Testing

@testable import PostgresStorage

/// Addresses, their TLS settings, and their secrets.
@Suite struct PostgresAddressTests {
    private func parameters(
        _ text: String, _ environment: [String: String] = [:], clientVersion: Int = 160_000
    ) throws -> [String: String] {
        try PostgresAddress(Redacted(text), environment: environment, clientVersion: clientVersion).parameters.revealed
    }

    @Test(arguments: [
        "postgres://ann:secret@db.example.com/tasks", "host=db.example.com dbname=tasks", "host=10.0.0.7",
        "host=127.example.com", "host=127.0.0.1,db.example.com", "host=/run/postgresql,db.example.com",
        "host=localhost hostaddr=10.0.0.7", "service=tasks", "host=127.0.0.256", "host=localhost.example.com",
        "host=db.example.com hostaddr=''", "host=db.example.com,localhost hostaddr=,127.0.0.1",
    ])
    func `a server elsewhere must prove its name`(_ address: String) throws {
        let parameters = try parameters(address)
        #expect(parameters["sslmode"] == "verify-full" && parameters["sslrootcert"] == "system")
    }

    @Test(arguments: [
        "postgres:///tasks", "host=/run/postgresql", "host=@abstract", "host=localhost", "host=127.0.0.1 port=5433",
        "host=127.1.2.3", "postgres://[::1]/tasks", "host=/run/a,localhost", "host=db.example.com hostaddr=127.0.0.1",
        "host=localhost,db.example.com hostaddr=,127.0.0.1",
    ])
    func `a server of this machine need not`(_ address: String) throws {
        #expect(try parameters(address)["sslmode"] == nil)
    }

    @Test func `keeps the protection that the address or the environment sets`() throws {
        #expect(try parameters("host=db.example.com sslmode=disable")["sslmode"] == "disable")
        #expect(try parameters("host=db.example.com", ["PGSSLMODE": "require"])["sslmode"] == nil)
        #expect(try parameters("dbname=tasks", ["PGHOST": "db.example.com"])["sslmode"] == "verify-full")
        for (address, environment) in [
            ("host=localhost", ["PGHOSTADDR": "10.0.0.7"]), ("service=tasks", ["PGHOST": "localhost"]),
            ("service=tasks host=localhost", [:]), ("host=localhost", ["PGSERVICE": "tasks"]),
            ("host=db.example.com", ["PGHOSTADDR": ""]),
        ] {
            #expect(try parameters(address, environment)["sslmode"] == "verify-full", "\(address) \(environment)")
        }
        #expect(try parameters("host=localhost", ["PGHOSTADDR": "127.0.0.1"])["sslmode"] == nil)
        let own = try parameters("host=db.example.com sslrootcert=/etc/own.pem")
        #expect(own["sslmode"] == "verify-full" && own["sslrootcert"] == "/etc/own.pem")
        // libpq 15 does not know the word "system".
        #expect(try parameters("host=db.example.com", clientVersion: 150_018)["sslrootcert"] != "system")
    }

    @Test func `of several hosts, uses the one that accepts writes unless the address says otherwise`() throws {
        #expect(try parameters("host=a,b")["target_session_attrs"] == "read-write")
        #expect(try parameters("host=a,b target_session_attrs=any")["target_session_attrs"] == "any")
        #expect(try parameters("host=a connect_timeout=2")["connect_timeout"] == "2")
    }

    @Test(arguments: [
        "", " \n", "hunter2", "postgres://ann:hunter2@[::1/tasks", "host=a hunter2", "password='hunter2",
        "postgres://ann:hunter2%zz@a/tasks", "color=hunter2",
    ])
    func `rejects an invalid URL without repeating it`(_ text: String) throws {
        let error = #expect(throws: PostgresError.self) { try parameters(text) }
        #expect(error?.code == .misconfigured && error?.message.contains("hunter2") == false)
    }

    @Test func `a description names all but the password`() throws {
        let address = try PostgresAddress(Redacted("postgres://ann:hunter2@db.example.com:5433/tasks\n"))
        #expect("\(address)" == "host=db.example.com port=5433 dbname=tasks user=ann")
        for text in ["\(address)", String(reflecting: address), "\(Mirror(reflecting: address).children.map { $0 })"] {
            #expect(!text.contains("hunter2"))
        }
    }

    @Test func `pauses between attempts double up to five seconds, and chance takes up to a half`() {
        var (longest, shortest) = (Backoff { 1 }, Backoff { 0 })
        let pauses = (0..<9).map { _ in longest.next() }
        #expect(pauses.prefix(4) == [.milliseconds(50), .milliseconds(100), .milliseconds(200), .milliseconds(400)])
        #expect(pauses.suffix(2) == [.seconds(5), .seconds(5)])
        #expect((0..<9).map { _ in shortest.next() } == pauses.map { $0 * 0.5 })
        var short = Backoff(from: .milliseconds(5), upTo: .milliseconds(15)) { 1 }
        #expect((0..<3).map { _ in short.next() } == [.milliseconds(5), .milliseconds(10), .milliseconds(15)])
    }
}
