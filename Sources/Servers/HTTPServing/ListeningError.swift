// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import ProgramLifecycle
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package struct ListeningError: Error, Sendable {
    package enum Code: String, Sendable, CaseIterable {
        case portInUse
        case portForbidden
        case addressUnavailable
        case notAPort
    }

    package let code: Code
    package let message: String
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    static func notAPort(_ port: Int) -> Self {
        Self(.notAPort, "\(port) is not a port number; choose one from 1 to 65535, or 0 for a free one")
    }

    static func outOfDescriptors(at address: ServerAddress) -> any Error { explaining(EMFILE, at: address) }

    /// Explains an `errno`, or `CT_UNKNOWN_HOST`; returns a ``SystemError`` for a number unrelated to the address.
    static func explaining(_ number: Int32, at address: ServerAddress) -> any Error {
        let host = address.host
        let port = address.port
        let cause = SystemError(number: number)
        return switch number {
        case -Int32(CT_UNKNOWN_HOST):
            Self(.addressUnavailable, "the host '\(host)' cannot be resolved")
        case EADDRINUSE:
            Self(
                .portInUse,
                "port \(port) of \(host) is in use; stop the program that uses it, or choose another port",
                cause: cause)
        case EACCES, EPERM:
            Self(.portForbidden, "the system does not allow listening on port \(port) of \(host)", cause: cause)
        case EADDRNOTAVAIL, EAFNOSUPPORT:
            Self(.addressUnavailable, "this machine has no address '\(host)'; 127.0.0.1 always works", cause: cause)
        default: cause
        }
    }
}

struct SystemError: Error, CustomStringConvertible {
    let number: Int32
    var description: String { String(cString: strerror(number)) }
}

extension ListeningError: CustomStringConvertible {
    package var description: String { "\(code.rawValue): \(message)" }
}

/// Warns the operator that no connection can be accepted, at most once per minute.
final class RoomWarning: Sendable {
    private let logger: Log
    private let next = Mutex(ContinuousClock.now)

    init(_ logger: Log) { self.logger = logger }

    @Sendable func warn() { warn(at: .now) }

    func warn(at now: ContinuousClock.Instant) {
        let isDue = next.withLock { next in
            guard now >= next else { return false }
            next = now + .seconds(60)
            return true
        }
        guard isDue else { return }
        logger.warning(
            "cannot accept connections: too many open files, or no memory; raise the limit (ulimit -n)")
    }
}
