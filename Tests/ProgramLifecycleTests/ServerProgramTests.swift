// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProgramLifecycle
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServerProgramTests {
    private let record = ServiceRecord()
    private let log = ServiceRecord()

    private func service(_ name: String, _ behavior: RecordedService.Behavior = .endsWhenAsked) -> RecordedService {
        RecordedService(name: name, record: record, behavior: behavior)
    }

    /// A program whose limit is never reached, unless `sleep` returns.
    private func program(
        _ services: [RecordedService], endingWith signals: [Int32] = [], within limit: Duration = .seconds(300),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in
            await Ending().wait()
            throw CancellationError()
        }
    ) -> ServerProgram {
        let output = Log.Output(from: { .warning }, { [log] in log.add("\($0.level) \($0.metadata["error"] ?? "")") })
        var program = ServerProgram(services, logger: Log("tests", to: output), endingWith: signals, within: limit)
        program.sleep = sleep
        return program
    }

    private func ends(of names: String...) -> [String] { names.flatMap { ["\($0) is asked to end", "\($0) ends"] } }

    @Test func `the last service ends first`() async throws {
        let services = [service("a"), service("b"), service("c")]
        try await program(services).run(until: .afterStart(of: services))
        #expect(Set(record.lines.prefix(3)) == ["a starts", "b starts", "c starts"])
        #expect(Array(record.lines.dropFirst(3)) == ends(of: "c", "b", "a"))
        #expect(log.lines == [])
    }

    @Test func `a service that ignores the end is canceled at the limit`() async throws {
        let services = [service("a"), service("b", .ignoresEnd)]
        let program = program(services, within: .milliseconds(200)) { [record] in record.add("limit \($0)") }
        try await program.run(until: .afterStart(of: services))
        let lines = record.lines.dropFirst(2)
        #expect(lines.first == "limit 0.2 seconds")
        #expect(lines.contains("b is canceled") && lines.contains("a ends"))
        #expect(log.lines == ["warning "])
    }

    @Test func `by default, the limit is five seconds`() async throws {
        let services = [service("a", .ignoresEnd)]
        var program = ServerProgram(services, logger: Log("tests"), endingWith: [])
        program.sleep = { [record] in record.add("limit \($0)") }
        try await program.run(until: .afterStart(of: services))
        #expect(record.lines.contains("limit 5.0 seconds"))
    }

    @Test func `the log has no property of a service, but its own description`() async throws {
        struct Named: Service, CustomStringConvertible {
            let description: String
            func run(until end: Ending) async throws {}
        }
        struct Secret: Service {
            let password = "Blue-Lantern-42"
            func run(until end: Ending) async throws {}
        }
        let output = Log.Output(from: { .trace }, { [log] in log.add($0.metadata["service"] ?? "") })
        let services: [any Service] = [Named(description: "the queue"), Secret()]
        try await ServerProgram(services, logger: Log("tests", to: output), endingWith: []).run()
        #expect(Set(log.lines) == ["the queue", "Secret"])
    }

    @Test func `the first error ends the other services, and is thrown`() async throws {
        let (a, c) = (service("a", .failsWhenAsked), service("c"))
        let b = service("b", .failsAfter([a.started, c.started]))
        await #expect(throws: ServiceFailure(name: "b")) { try await program([a, b, c]).run() }
        #expect(Array(record.lines.dropFirst(3)) == ["b fails"] + ends(of: "c", "a"))
        #expect(log.lines == [#"error ServiceFailure(name: "a")"#], "the second error is in the log alone")
    }

    @Test func `a cancellation that the program did not cause is an error`() async throws {
        struct Canceled: Service {
            func run(until end: Ending) async throws { throw CancellationError() }
        }
        let services: [any Service] = [service("a"), Canceled()]
        await #expect(throws: CancellationError.self) {
            try await ServerProgram(services, logger: Log("tests"), endingWith: [], within: .seconds(3600)).run()
        }
    }

    @Test func `a service that returns ends the others`() async throws {
        struct Task: Service {
            func run(until end: Ending) async throws {}
        }
        let services: [any Service] = [service("a"), Task(), service("b")]
        try await ServerProgram(services, logger: Log("tests"), endingWith: [], within: .seconds(3600)).run()
        #expect(record.lines.filter { !$0.hasSuffix("starts") } == ends(of: "b", "a"))
    }

    @Test func `a program without services ends`() async throws {
        try await program([]).run()
        try await program([]).run(until: .afterStart(of: []))
    }

    @Test func `canceling the task cancels the services`() async throws {
        let services = [service("a"), service("b", .ignoresEnd)]
        let task = Task { [program = program(services)] in try await program.run() }
        for service in services { await service.started.wait() }
        task.cancel()
        try await task.value
        #expect(record.lines.contains("b is canceled"))
        #expect(log.lines == [], "no limit was reached")
    }

    @Test func `a signal ends the program`() async throws {
        let service = service("a")
        Task {
            await service.started.wait()
            kill(getpid(), SIGURG)
        }
        try await program([service], endingWith: [SIGURG]).run()
        #expect(record.lines == ["a starts"] + ends(of: "a"))
    }
}
