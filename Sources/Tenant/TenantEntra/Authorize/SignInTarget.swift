// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
package import TenantDirectory

/// The recipient of the answer to a sign-in.
package enum SignInTarget: Sendable {
    /// An app at its redirect URI.
    case redirect(AuthorizeTarget)
    /// An app that asks for an administrator's consent for all people; its redirect URI gets the answer.
    case administrator(AuthorizeTarget)
    /// An app on another device, which polls for its tokens.
    case device(DeviceTarget)

    /// The app.
    package var client: RegisteredApp {
        switch self {
        case .redirect(let target), .administrator(let target): target.redirect.client
        case .device(let target): target.client
        }
    }

    /// The directories that the requested address and the app both admit.
    var directories: [Tenant] {
        switch self {
        case .redirect(let target), .administrator(let target): target.directories
        case .device(let target): target.directories
        }
    }

    /// The directory of a person that may sign in; `nil` for all others.
    package func directory(of person: DirectoryPerson) -> Tenant? { directories.first { $0.id == person.tenantID } }

    /// Whether only an administrator can answer, for all people of the directory.
    var isForEverybody: Bool {
        if case .administrator = self { true } else { false }
    }

    /// The redirect URI for the answer; `nil` for a device, where the browser stays at the tenant.
    var redirectURI: RedirectURI? {
        switch self {
        case .redirect(let target), .administrator(let target): target.redirect.redirectURI
        case .device: nil
        }
    }
}
