// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

package enum StandardStreams {
    /// Prepares the standard streams; call it first in `main`.
    ///
    /// A write to a closed pipe then fails, instead of ending the program. A stream that is closed at the start becomes
    /// `/dev/null`; otherwise the next file or socket would get its number, and the program's output. As standard
    /// output it is not writable, so that a lost result is an error.
    package static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            _ = open("/dev/null", number == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
