// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Synchronization
import Testing

@testable import ClientCommands
@testable import CommandTerminal

/// What a command does to its terminal and with signals, in processes of their own.
@Suite(.timeLimit(.minutes(1))) struct TerminalProcessTests {
    #if os(Linux)
    @Test func `the echo is off while a hidden line is asked for, and on after it, however it ends`() async {
        await #expect(processExitsWith: .success) {
            // `unlockpt` and `ptsname`, which Swift does not see
            let (lock, name): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            var (isLocked, number): (Int32, UInt32) = (0, 0)
            let controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            try #require(ioctl(controller, lock, &isLocked) == 0 && ioctl(controller, name, &number) == 0)
            let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
            try #require(terminal >= 0 && dup2(terminal, STDIN_FILENO) == STDIN_FILENO)
            func echoes() -> Bool {
                var mode = termios()
                return tcgetattr(terminal, &mode) == 0 && mode.c_lflag & tcflag_t(ECHO | ICANON) == ECHO | ICANON
            }
            #expect(echoes())
            // A line, the end of the input, and a cancellation, after which a thread goes on reading
            for (typed, expected) in [("code\n", "code"), ("\u{4}", nil), (nil, nil)] as [(String?, String?)] {
                let asking = Task { try await Terminal.askHidden("Paste the address: ") }
                try await until { !echoes() }
                if let typed {
                    #expect(write(controller, typed, typed.utf8.count) == typed.utf8.count)
                    #expect(try await asking.value == expected)
                } else {
                    asking.cancel()
                    await #expect(throws: CancellationError.self) { try await asking.value }
                }
                #expect(echoes(), "after \(typed ?? "a cancellation")")
            }
        }
    }
    #endif

    @Test func `Ctrl-C cancels the work, which can clean up`() async {
        await #expect(processExitsWith: .success) {
            let isClean = Mutex(false)
            await #expect(throws: Interruption.self) {
                try await Interruption.cancelling {
                    kill(getpid(), SIGINT)
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                    isClean.withLock { $0 = Task.isCancelled }
                }
            }
            #expect(isClean.withLock { $0 })
        }
    }

    @Test func `a second Ctrl-C ends the program at once`() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            _ = try? await Interruption.cancelling {
                kill(getpid(), SIGINT)
                // The first one ends this.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                kill(getpid(), SIGINT)
            }
        }
    }
}
