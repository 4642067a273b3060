// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The standard input, output and error of a program.
package enum StandardStreams {
    /// Prepares them; call it first in `main`.
    ///
    /// A reader may close its pipe: no signal ends the program then. A stream may be closed at the start: `/dev/null`
    /// takes its number, which the next file or socket would get otherwise, with all that the program prints.
    package static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            _ = open("/dev/null", number == STDIN_FILENO ? O_RDONLY : O_WRONLY)
        }
    }
}
