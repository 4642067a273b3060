// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What became of a sign-out, once the account is forgotten on this machine.
public enum SignOut: Sendable {
    /// The person was at the provider, whose own session has ended.
    case everywhere
    /// The provider's session ends when the person opens this address; until then the next sign-in may ask nothing.
    case open(URL)
    /// The provider's session stays: it offers no way to end it, or it could not be asked, for this reason.
    case hereOnly(reason: (any Error)?)
}
