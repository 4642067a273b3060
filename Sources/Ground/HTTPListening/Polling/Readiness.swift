// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets

/// The readiness of a socket, with the bits of `CTesseraSockets`.
struct Readiness: OptionSet, Sendable {
    let rawValue: UInt32

    /// A read returns at once: bytes, the end, or an error.
    static let readable = Readiness(rawValue: UInt32(CT_READABLE))
    static let writable = Readiness(rawValue: UInt32(CT_WRITABLE))
    static let hungUp = Readiness(rawValue: UInt32(CT_HUNG_UP))
}

enum Interest: Sendable {
    case read
    case write
    case hangUp

    var readiness: Readiness {
        switch self {
        case .read: .readable
        case .write: .writable
        case .hangUp: .hungUp
        }
    }

    /// Any of these ends the wait; a peer that only ended its side may still read, so that makes nothing writable.
    var enough: Readiness {
        switch self {
        case .read: [.readable, .hungUp]
        case .write: .writable
        case .hangUp: .hungUp
        }
    }
}

enum Outcome: Sendable {
    case ready
    case timedOut
    case cancelled
    case draining
    case interrupted
}
