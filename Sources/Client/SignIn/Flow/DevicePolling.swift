// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import OAuthMessages
import PortableFoundation

/// Decides how often to poll for the tokens of a device code, and when to stop. RFC 8628 §3.5
struct DevicePolling {
    private var interval: Duration
    private let deadline: Date

    init(_ authorization: DeviceAuthorization, now: Date) {
        interval = authorization.interval
        deadline = now + authorization.expiresIn.timeInterval
    }

    func pause(now: Date) throws -> Duration {
        guard now + interval.timeInterval < deadline else {
            throw Refusal(.deviceCodeExpired, "the code was not entered in time; start again for a new one")
        }
        return interval
    }

    mutating func take(_ error: any Error) throws {
        switch error {
        case ServerError.Code.authorizationPending: break
        case ServerError.Code.slowDown: interval += .seconds(5)
        case var error as ServerError
        where error.code == .accessDenied && !error.isDecidedByStatus
            && [.signInAgain, .checkConnection].contains(error.nextAction):
            // With this grant, `access_denied` comes from the user on the other device.
            error.nextAction = .acceptCancellation
            throw error
        case let error as TransportError where Self.passing.contains(error.code): backOff()
        case let error as ServerError:
            switch error.nextAction {
            case .retry(let delay): backOff(atLeast: delay)
            // A captive portal: the user must first sign in to the network.
            case _ where error.isTemporary: backOff()
            default: throw error
            }
        default: throw error
        }
    }

    /// Failures that may be temporary, such as a network change while the user went to another device.
    private static let passing: Set<TransportError.Code> = [
        .unreachable, .timedOut, .connectionLost, .outOfResources,
    ]

    private mutating func backOff(atLeast delay: Duration? = nil) {
        interval = max(min(interval * 2, .seconds(300)), delay ?? .zero)
    }
}
