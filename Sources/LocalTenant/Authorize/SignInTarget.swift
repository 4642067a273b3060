// SPDX-License-Identifier: Apache-2.0
import OAuth

/// Who waits for the answer to a sign-in.
enum SignInTarget: Sendable {
    /// An app at its redirect URI.
    case redirect(AuthorizeTarget)
    /// An app on a device elsewhere, which asks for its tokens by itself.
    case device(DeviceTarget)

    /// The app.
    var client: RegisteredApp {
        switch self {
        case .redirect(let target): target.client
        case .device(let target): target.client
        }
    }

    /// Where the browser is led with the answer; a device's browser stays here.
    var redirectURI: RedirectURI? {
        switch self {
        case .redirect(let target): target.redirectURI
        case .device: nil
        }
    }
}
