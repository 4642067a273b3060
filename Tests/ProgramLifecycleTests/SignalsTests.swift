// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProgramLifecycle
import Testing

/// Signals that this process sends to itself.
///
/// By default, `SIGWINCH` and `SIGURG` have no effect. No tests beside these use one of the signals.
@Suite(.serialized, .timeLimit(.minutes(1))) struct SignalsTests {
    @Test func `a watched signal is delivered, and does not end the program`() async {
        let signals = Signals([SIGUSR1, SIGUSR2])
        kill(getpid(), SIGUSR2)
        #expect(await signals.all.first { _ in true } == SIGUSR2)
    }

    @Test func `each watcher gets a signal, those of other signals do not`() async {
        let watchers = [Signals([SIGIO]), Signals([SIGIO, SIGUSR2])]
        let other = Signals([SIGUSR2])
        kill(getpid(), SIGIO)
        for watcher in watchers { #expect(await watcher.all.first { _ in true } == SIGIO) }
        kill(getpid(), SIGUSR2)
        #expect(await other.all.first { _ in true } == SIGUSR2)
    }

    @Test func `a signal without a watcher has no effect any more`() async {
        var signals: Signals? = Signals([SIGIO])
        #expect(signals != nil)
        signals = nil
        // It would end the tests.
        kill(getpid(), SIGIO)
        await deliver(SIGUSR2)
    }

    @Test func `of two watches with once, the end of one leaves the other`() async {
        var one: Signals? = Signals([SIGWINCH], once: true)
        let other = Signals([SIGWINCH], once: true)
        #expect(one != nil)
        one = nil
        kill(getpid(), SIGWINCH)
        #expect(await other.all.first { _ in true } == SIGWINCH)
    }

    @Test func `what a watch delivers ends with it`() async {
        for await _ in Signals([SIGIO]).all {}
    }

    @Test func `with once, the second signal has its usual effect`() async {
        let signals = Signals([SIGWINCH], once: true)
        var arriving = signals.all.makeAsyncIterator()
        kill(getpid(), SIGWINCH)
        #expect(await arriving.next(isolation: nil) == SIGWINCH)
        #expect(signal(SIGWINCH, SIG_DFL) == nil, "the usual effect is back")
    }

    @Test func `after a watch with once, the signal has its usual effect`() {
        var signals: Signals? = Signals([SIGWINCH], once: true)
        #expect(signals != nil)
        signals = nil
        #expect(signal(SIGWINCH, SIG_DFL) == nil)
    }

    #if os(Linux)
    @Test func `a watched signal interrupts no call that waits`() async throws {
        let signals = Signals([SIGUSR1])
        var arriving = signals.all.makeAsyncIterator()
        let pipe = Pipe()
        let (threads, started) = AsyncStream.makeStream(of: UInt.self)
        let reading = Task {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    // Threads of Dispatch block signals, and those that they start do, too.
                    var mask = sigset_t()
                    sigaddset(&mask, SIGUSR1)
                    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
                    started.yield(UInt(pthread_self()))
                    var byte: UInt8 = 0
                    continuation.resume(returning: read(pipe.fileHandleForReading.fileDescriptor, &byte, 1))
                }
            }
        }
        let thread = try #require(await threads.first { _ in true })
        // The first ones may come before the thread waits.
        for _ in 0..<100 {
            pthread_kill(pthread_t(thread), SIGUSR1)
            #expect(await arriving.next(isolation: nil) == SIGUSR1)
        }
        try pipe.fileHandleForWriting.write(contentsOf: Data([7]))
        #expect(await reading.value == 1)
    }
    #endif

    @Test func `a watch with once leaves other signals as they are`() async {
        let once = Signals([SIGWINCH], once: true)
        let lasting = Signals([SIGURG])
        var arriving = lasting.all.makeAsyncIterator()
        for _ in 0..<3 {
            kill(getpid(), SIGURG)
            #expect(await arriving.next(isolation: nil) == SIGURG)
        }
        withExtendedLifetime(once) {}
    }

    @Test func `after a watch with once, another watcher keeps the signal`() async {
        let lasting = Signals([SIGURG])
        var once: Signals? = Signals([SIGURG], once: true)
        var arriving = lasting.all.makeAsyncIterator()
        kill(getpid(), SIGURG)
        #expect(await arriving.next(isolation: nil) == SIGURG)
        #expect(once != nil)
        once = nil
        for _ in 0..<2 {
            kill(getpid(), SIGURG)
            #expect(await arriving.next(isolation: nil) == SIGURG)
        }
    }

    @Test func `after a watch with once, a signal that was watched before has no effect`() async {
        for once in [false, true] {
            var signals: Signals? = Signals([SIGIO], once: once)
            #expect(signals != nil)
            signals = nil
            // It would end the tests.
            kill(getpid(), SIGIO)
            await deliver(SIGUSR2)
        }
    }

    @Test func `waiting for the first signal ends with the end or the task`() async {
        let signals = Signals([SIGIO])
        let end = Ending()
        end.request()
        await signals.first(or: end)
        let task = Task { await signals.first(or: Ending()) }
        task.cancel()
        await task.value
    }

    /// Waits until the system has delivered a signal, and so those before it.
    private func deliver(_ number: Int32) async {
        let signals = Signals([number])
        kill(getpid(), number)
        #expect(await signals.all.first { _ in true } == number)
    }
}
