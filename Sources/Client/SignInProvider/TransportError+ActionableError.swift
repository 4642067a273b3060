// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuthMessages
import PortableFoundation

extension TransportError: ActionableError {
    /// The action that can help.
    public var nextAction: NextAction {
        switch code {
        case .timedOut, .unreachable, .connectionLost, .outOfResources: .retry(after: nil)
        case .untrusted, .unusableTarget, .unusableIdentity: .correctRegistration
        case .unusableProxy: .checkConnection
        default: .none
        }
    }
}
