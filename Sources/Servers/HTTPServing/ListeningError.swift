// SPDX-License-Identifier: Apache-2.0
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The reason why a server cannot listen.
package struct ListeningError: Error, Sendable {
    /// The kinds of failure.
    package enum Code: String, Sendable, CaseIterable {
        /// Another program listens at that port.
        case portInUse
        /// The system allows this port only to administrators.
        case portForbidden
        /// The machine has no such address.
        case addressUnavailable
        /// The number is not a port number.
        case notAPort
    }

    /// The kind of failure.
    package let code: Code
    /// The cause and the remedy in one sentence.
    package let message: String
    /// The system's error.
    package let cause: (any Error)?

    /// Creates an error.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The listening error for an error of the system; any other error stays unchanged.
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
