// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import ProgramLifecycle
import Testing

/// SIGHUP, which rereads settings, ends a program whose terminal closes, or is ignored under `nohup`.
///
/// No tests beside these use this signal.
@Suite(.serialized, .timeLimit(.minutes(1))) struct HangupTests {
    private typealias Handler = @convention(c) (Int32) -> Void

    private func run(until end: Ending) async throws -> Handler? {
        let service = RecordedService(name: "a", record: ServiceRecord())
        async let program: Void = ServerProgram([service], logger: Log("tests")).run(until: end)
        await service.started.wait()
        let handler = signal(SIGHUP, SIG_IGN)
        signal(SIGHUP, handler)
        if !end.isRequested { kill(getpid(), SIGHUP) }
        try await program
        return handler
    }

    @Test func `SIGHUP ends a program, and the next one`() async throws {
        signal(SIGHUP, SIG_DFL)
        for _ in 0..<2 { _ = try await run(until: Ending()) }
    }

    @Test func `an ignored SIGHUP stays ignored`() async throws {
        signal(SIGHUP, SIG_IGN)
        let end = Ending()
        end.request()
        #expect(unsafeBitCast(try await run(until: end), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self))
    }

    @Test func `a SIGHUP before a reloading service runs is not lost`() async throws {
        signal(SIGHUP, SIG_DFL)
        let end = Ending()
        let service = ReloadOnHangup(logger: Log("tests")) {
            end.request()
            return []
        }
        kill(getpid(), SIGHUP)
        try await service.run(until: end)
    }
}
