// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import OAuth

/// Decides how often a device code is asked about, and when that ends; pure, and driven by the sign-in flow.
///
/// RFC 8628 §3.5
struct DevicePolling {
    private var interval: Duration
    private let deadline: Date

    /// Starts when the code was given.
    init(_ authorization: DeviceAuthorization, now: Date) {
        interval = authorization.interval
        deadline = now + authorization.expiresIn.timeInterval
    }

    /// How long to wait before the next question.
    ///
    /// - Throws: ``Refusal`` (`deviceCodeExpired`) if the code will have ended by then.
    func pause(now: Date) throws -> Duration {
        guard now + interval.timeInterval < deadline else {
            throw Refusal(.deviceCodeExpired, "nobody entered the code in time; start again for a new one")
        }
        return interval
    }

    /// Takes in an answer that was no token.
    ///
    /// - Throws: The error, if asking again is of no use.
    mutating func take(_ error: any Error) throws {
        switch error {
        case ServerError.Code.authorizationPending: break
        case ServerError.Code.slowDown: interval += .seconds(5)
        case var error as ServerError where error.code == .accessDenied && error.nextAction == .signInAgain:
            // Only here is it the person who said so, on the other device.
            error.nextAction = .acceptCancellation
            throw error
        case let error as TransportError where Self.passing.contains(error.code): backOff()
        case let error as ServerError:
            guard case .retry(let delay) = error.nextAction else { throw error }
            backOff(atLeast: delay)
        default: throw error
        }
    }

    /// What may be over in a moment, such as a network that was changed while the person went to another device.
    private static let passing: Set<TransportError.Code> = [.unreachable, .timedOut, .connectionLost]

    private mutating func backOff(atLeast delay: Duration? = nil) {
        interval = max(min(interval * 2, .seconds(300)), delay ?? .zero)
    }
}
