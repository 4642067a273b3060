import CommandArguments
import Glibc
import ProgramLifecycle
import Synchronization
import Testing

final class Record: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}
struct Wrong: Error, Equatable { let name: String }
struct Part: Service {
    let name: String
    let record: Record
    var drain = Duration.zero
    var failsAfter: Duration?
    var failsAtEnd = false
    var ignoresEnd = false
    func run(until end: Ending) async throws {
        record.add("\(name) starts")
        if let failsAfter {
            try await Task.sleep(for: failsAfter)
            record.add("\(name) fails")
            throw Wrong(name: name)
        }
        if ignoresEnd {
            do { try await Task.sleep(for: .seconds(20)) } catch {
                record.add("\(name) cancelled")
                throw error
            }
        }
        await end.wait()
        record.add("\(name) asked")
        try await Task.sleep(for: drain)
        record.add("\(name) ends")
        if failsAtEnd { throw Wrong(name: name) }
    }
}
@Suite struct LifecycleTests {
    let record = Record()
    private func ending(after time: Duration = .milliseconds(50)) -> Ending {
        let end = Ending()
        Task { try? await Task.sleep(for: time); end.want() }
        return end
    }
    @Test func theLastEndsFirst() async throws {
        let parts = ["a", "b", "c"].map { Part(name: $0, record: record, drain: .milliseconds(60)) }
        try await ServerProgram(parts, logger: Log("x"), endingWith: []).run(until: ending())
        #expect(Set(record.all.prefix(3)) == ["a starts", "b starts", "c starts"])
        #expect(record.all.dropFirst(3) == ["c asked", "c ends", "b asked", "b ends", "a asked", "a ends"])
    }
    @Test func theLimitCancels() async throws {
        let parts = [Part(name: "a", record: record), Part(name: "b", record: record, ignoresEnd: true)]
        let time = try await ContinuousClock().measure {
            try await ServerProgram(parts, logger: Log("x"), endingWith: [], within: .milliseconds(200)).run(until: ending())
        }
        #expect(record.all.contains("b cancelled") && time > .milliseconds(240), "\(time)")
    }
    @Test func theFirstErrorIsThrown() async throws {
        let parts = [
            Part(name: "a", record: record, failsAtEnd: true), Part(name: "b", record: record, failsAfter: .milliseconds(50)),
            Part(name: "c", record: record, drain: .milliseconds(50)),
        ]
        await #expect(throws: Wrong(name: "b")) { try await ServerProgram(parts, logger: Log("x"), endingWith: [], within: .seconds(300)).run() }
        #expect(record.all.dropFirst(3) == ["b fails", "c asked", "c ends", "a asked", "a ends"])
    }
    @Test func noServices() async throws { try await ServerProgram([], logger: Log("x"), endingWith: []).run(until: ending()) }
    @Test func cancelled() async throws {
        let parts = [Part(name: "a", record: record), Part(name: "b", record: record, ignoresEnd: true)]
        let task = Task { try await ServerProgram(parts, logger: Log("x"), endingWith: []).run() }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        _ = await task.result
        #expect(record.all.contains("b cancelled"))
    }
    @Test func waits() async {
        let end = Ending()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { await end.wait() } }
            group.addTask { end.want(); end.want() }
        }
        await end.wait()
        #expect(end.isWanted)
        let other = Ending()
        let task = Task { await other.wait() }
        task.cancel()
        await task.value
    }
    @Test func cancelling() async throws {
        let end = Ending()
        Task { try? await Task.sleep(for: .milliseconds(30)); end.want() }
        await end.cancelling { try? await Task.sleep(for: .seconds(10)) }
        await #expect(throws: Wrong.self) { try await Ending().cancelling { throw Wrong(name: "x") } }
    }
    @Test func signalsAreSeen() async {
        let signals = Signals([SIGUSR1, SIGUSR2])
        kill(getpid(), SIGUSR2)
        for await number in signals.all { #expect(number == SIGUSR2); break }
    }
    @Test func aProgramEndsAtASignal() async throws {
        let parts = [Part(name: "a", record: record)]
        Task { try? await Task.sleep(for: .milliseconds(100)); kill(getpid(), SIGURG) }
        try await ServerProgram(parts, logger: Log("x"), endingWith: [SIGURG]).run()
        #expect(record.all == ["a starts", "a asked", "a ends"])
    }
}

struct Inner: ParsableArguments {
    @Option("--number <n>", help: "A number.") var number: Int?
    @Flag("-q, --quiet", help: "Quiet.") var quiet = false
}
struct Outer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "outer")
    @Argument("<word>", help: "Words.") var words: [String] = ["usual"]
    @Option("--list <x>", parsing: .upToNextOption, help: "A list.") var list: [String] = ["usual"]
    @OptionGroup var inner: Inner
    func run() async throws { throw ValidationError("wrong in run") }
}
@Suite struct ArgumentsTests {
    @Test func parallelParsesDoNotMix() async throws {
        await withTaskGroup(of: Bool.self) { group in
            for n in 0..<2000 {
                group.addTask {
                    guard let parsed = try? Outer.parseAsRoot(["w\(n)", "--number", "\(n)", "--list", "a\(n)", "b"] + (n % 2 == 0 ? ["-q"] : [])),
                        let outer = parsed.command as? Outer
                    else { return false }
                    return outer.words == ["w\(n)"] && outer.inner.number == n && outer.list == ["a\(n)", "b"]
                        && outer.inner.quiet == (n % 2 == 0)
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
    @Test func defaultsStay() throws {
        let outer = try #require(try Outer.parseAsRoot([]).command as? Outer)
        #expect(outer.words == ["usual"] && outer.list == ["usual"] && outer.inner.number == nil)
    }
    @Test func aMistakeInRunHasTheUsage() async throws {
        let parsed = try Outer.parseAsRoot([])
        let error = await #expect(throws: ArgumentError.self) { try await parsed.run() }
        #expect(error?.description.contains("Error: wrong in run\nUsage: outer") == true)
    }
}
