// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Foundation
import ProgramLifecycle
import Testing

/// The descriptors of a program: those that every program has, and those for its signals.
@Suite struct DescriptorTests {
    @Test func `a closed standard stream's descriptor is not reused for another file`() async {
        await #expect(processExitsWith: .exitCode(42)) {
            for number in STDIN_FILENO...STDERR_FILENO { close(number) }
            StandardStreams.prepare()
            let next = open("/dev/zero", O_RDONLY)
            var byte: UInt8 = 1
            // At its end at once; without a place for results, and with one for messages.
            guard next > STDERR_FILENO, read(STDIN_FILENO, &byte, 1) == 0 else { exit(1) }
            guard write(STDOUT_FILENO, &byte, 1) == -1, write(STDERR_FILENO, &byte, 1) == 1 else { exit(1) }
            exit(42)
        }
    }

    @Test func `an open standard stream is unchanged`() async {
        await #expect(processExitsWith: .exitCode(42)) {
            dup2(open("/dev/zero", O_RDONLY), STDIN_FILENO)
            StandardStreams.prepare()
            var byte: UInt8 = 1
            exit(read(STDIN_FILENO, &byte, 1) == 1 && byte == 0 ? 42 : 1)
        }
    }

    @Test func `no child process inherits the pipe of the signals, and its writing end does not wait`() async {
        await #expect(processExitsWith: .exitCode(42)) {
            let before = Self.pipes
            let signals = Signals([SIGUSR1])
            let added = Self.pipes.subtracting(before)
            for end in added {
                guard fcntl(end, F_GETFD) & FD_CLOEXEC != 0, fcntl(end, F_GETFL) & O_NONBLOCK != 0 else { exit(1) }
            }
            withExtendedLifetime(signals) { exit(added.count == 2 ? 42 : 2) }
        }
    }

    private static var pipes: Set<Int32> {
        Set(
            (0..<1024).filter { number in
                var status = stat()
                return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
            })
    }
}
#endif
