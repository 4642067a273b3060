// SPDX-License-Identifier: Apache-2.0
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Why a server cannot listen.
package struct ListeningError: Error, Sendable {
    /// The kinds of failure.
    package enum Code: String, Sendable, CaseIterable {
        /// Another program listens at that port.
        case portInUse
        /// The system keeps that port for its administrators.
        case portForbidden
        /// The machine has no such address.
        case addressUnavailable
        /// The number is not a port number.
        case notAPort
    }

    /// Which kind of failure it was.
    package let code: Code
    /// What was wrong and what to do about it, in a sentence.
    package let message: String
    /// What the system reported.
    package let cause: (any Error)?

    /// Creates an error.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Says in our words what the system reported; an error that is not about listening stays as it is.
    static func explaining(_ error: any Error, at address: ServerAddress) -> any Error {
        if error is SocketAddressError || error is SocketAddressError.UnknownHost {
            return Self(
                .addressUnavailable, "this machine does not know the host '\(address.host)'", cause: error)
        }
        guard let system = error as? IOError else { return error }
        let (host, port) = (address.host, address.port)
        return switch system.errnoCode {
        case EADDRINUSE:
            Self(
                .portInUse,
                "port \(port) of \(host) is in use; stop what listens there, or choose another port",
                cause: error)
        case EACCES, EPERM:
            Self(
                .portForbidden, "the system does not let you listen at port \(port) of \(host)",
                cause: error)
        case EADDRNOTAVAIL, EAFNOSUPPORT:
            Self(
                .addressUnavailable, "this machine has no address '\(host)'; 127.0.0.1 always works",
                cause: error)
        default: error
        }
    }
}

extension ListeningError: CustomStringConvertible {
    /// The kind and the message.
    package var description: String { "\(code.rawValue): \(message)" }
}
