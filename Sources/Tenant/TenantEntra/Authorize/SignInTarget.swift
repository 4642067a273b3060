// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
package import TenantDirectory

/// Who waits for the answer to a sign-in.
package enum SignInTarget: Sendable {
    /// An app at its redirect URI.
    case redirect(AuthorizeTarget)
    /// An app that wants an administrator's consent for everybody, and hears at its redirect URI that it has it.
    case administrator(AuthorizeTarget)
    /// An app on a device elsewhere, which asks for its tokens by itself.
    case device(DeviceTarget)

    /// The app.
    package var client: RegisteredApp {
        switch self {
        case .redirect(let target), .administrator(let target): target.redirect.client
        case .device(let target): target.client
        }
    }

    /// The directories whose people may sign in to the app through the address that was asked.
    var directories: [Tenant] {
        switch self {
        case .redirect(let target), .administrator(let target): target.directories
        case .device(let target): target.directories
        }
    }

    /// The directory of somebody who may sign in; `nil` for everybody else.
    package func directory(of person: DirectoryPerson) -> Tenant? { directories.first { $0.id == person.tenantID } }

    /// Whether only an administrator can answer, and answers for everybody.
    var isForEverybody: Bool {
        if case .administrator = self { true } else { false }
    }

    /// Where the browser is led with the answer; a device's browser stays here.
    var redirectURI: RedirectURI? {
        switch self {
        case .redirect(let target), .administrator(let target): target.redirect.redirectURI
        case .device: nil
        }
    }
}
