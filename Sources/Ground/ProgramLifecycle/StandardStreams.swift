// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The standard input, output and error of a program.
package enum StandardStreams {
    /// Prepares them; call it first in `main`.
    ///
    /// A write to a closed pipe then fails, instead of ending the program. A stream that is closed at the start becomes
    /// `/dev/null`; otherwise the next file or socket would get its number, and with it what the program prints. As
    /// standard output it cannot be written, so that a result that nobody gets is an error.
    package static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            _ = open("/dev/null", number == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
