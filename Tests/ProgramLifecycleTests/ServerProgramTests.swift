// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProgramLifecycle
import Testing

/// The services of a program: their order, their end and their errors.
@Suite(.timeLimit(.minutes(1))) struct ServerProgramTests {
    private let record = ServiceRecord()

    private func program(_ services: [RecordedService], within limit: Duration = .seconds(300)) -> ServerProgram {
        ServerProgram(services, logger: Log("tests"), endingWith: [], within: limit)
    }

    @Test func `the last service ends first`() async throws {
        let services = ["a", "b", "c"].map { RecordedService(name: $0, record: record, drain: .milliseconds(60)) }
        try await program(services).run(until: .after(.milliseconds(50)))
        #expect(Set(record.lines.prefix(3)) == ["a starts", "b starts", "c starts"])
        let ends = ["c", "b", "a"].flatMap { ["\($0) is asked to end", "\($0) ends"] }
        #expect(Array(record.lines.dropFirst(3)) == ends)
    }

    @Test func `a service that ignores the end is canceled at the limit`() async throws {
        let services = [
            RecordedService(name: "a", record: record), RecordedService(name: "b", record: record, ignoresEnd: true),
        ]
        let time = try await ContinuousClock().measure {
            try await program(services, within: .milliseconds(200)).run(until: .after(.milliseconds(50)))
        }
        #expect(record.lines.contains("b is canceled"))
        #expect(time > .milliseconds(240), "\(time)")
    }

    @Test func `the first error ends the other services, and is thrown`() async throws {
        let services = [
            RecordedService(name: "a", record: record, failsAtEnd: true),
            RecordedService(name: "b", record: record, failsAfter: .milliseconds(50)),
            RecordedService(name: "c", record: record, drain: .milliseconds(50)),
        ]
        await #expect(throws: ServiceFailure(name: "b")) { try await program(services).run() }
        let ends = ["c", "a"].flatMap { ["\($0) is asked to end", "\($0) ends"] }
        #expect(Array(record.lines.dropFirst(3)) == ["b fails"] + ends)
    }

    @Test func `a program without services ends`() async throws {
        try await program([]).run(until: .after(.milliseconds(50)))
    }

    @Test func `canceling the task cancels the services`() async throws {
        let services = [
            RecordedService(name: "a", record: record), RecordedService(name: "b", record: record, ignoresEnd: true),
        ]
        let task = Task { try await program(services, within: .seconds(5)).run() }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        _ = await task.result
        #expect(record.lines.contains("b is canceled"))
    }

    @Test func `a signal ends the program`() async throws {
        Task {
            try? await Task.sleep(for: .milliseconds(100))
            kill(getpid(), SIGURG)
        }
        let services = [RecordedService(name: "a", record: record)]
        try await ServerProgram(services, logger: Log("tests"), endingWith: [SIGURG]).run()
        #expect(record.lines == ["a starts", "a is asked to end", "a ends"])
    }
}
