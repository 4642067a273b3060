// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
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

/// The redirect target of an authorization request, and the directories that it admits.
package struct AuthorizeTarget: Sendable {
    let redirect: RedirectTarget
    /// The directories that this address and the app both admit.
    let directories: [Tenant]

    /// Finds client and redirect URI of a request.
    ///
    /// - Throws: ``SignInProblem``, which is shown on a page.
    init(_ parameters: FormParameters, at selector: TenantSelector, in database: TenantDatabase) async throws {
        let clientID = try parameters.once("client_id", orThrow: SignInProblem.unreadable)
        guard let clientID, let client = try await database.app(clientID) else {
            throw SignInProblem.unknownClient(clientID, at: selector, known: try await database.apps())
        }
        RefusalNote.about(app: client.id)
        let tenants = try await database.tenants()
        if let refusal = client.refusal(at: selector) {
            throw SignInProblem.notAdmitted(refusal, client: client, tenants: tenants)
        }
        guard client.isEnabled else { throw SignInProblem.disabled(client) }
        let redirectURI = try client.redirectURI(
            asked: try parameters.once("redirect_uri", keepingEmpty: true, orThrow: SignInProblem.unreadable))
        redirect = RedirectTarget(
            client: client, redirectURI: redirectURI,
            state: try parameters.once("state", keepingEmpty: true, orThrow: SignInProblem.unreadable)?.withoutMarkup,
            mode: RedirectTarget.mode(of: parameters, to: redirectURI))
        directories = tenants.filter { client.admits($0, at: selector) }
    }
}

/// A device that waits for a person to sign in.
package struct DeviceTarget: Sendable {
    let client: RegisteredApp
    let userCode: String
    /// The directories that the device's address and the app both admit.
    let directories: [Tenant]
}

extension RegisteredApp {
    /// The maximum length of a redirect URI, in bytes.
    static let longestRedirectURI = 256

    /// Every redirect URI, of web apps and of single-page apps.
    package var allRedirectURIs: [String] { redirectURIs + spaRedirectURIs }

    /// The redirect URI of a request.
    ///
    /// Without one in the request, the real service takes any registered one; Tessera takes the first.
    ///
    /// - Throws: ``SignInProblem`` (50011, 500113, 900971, 90100, 90102), which is shown on a page.
    func redirectURI(asked: String?) throws -> RedirectURI {
        let refusal: EntraError
        switch asked {
        case nil:
            if let first = allRedirectURIs.lazy.compactMap(RedirectURI.init).first { return first }
            refusal = .noAddressProvided
        case let asked? where asked.isEmpty: refusal = .invalidParameter("redirect_uri")
        case let asked? where !asked.isAbsoluteURI: refusal = .noAbsoluteURI("redirect_uri")
        case _? where allRedirectURIs.isEmpty: refusal = .noAddressRegistered
        case let asked?:
            if asked.utf8.count <= Self.longestRedirectURI, registers(asked), let address = RedirectURI(asked) {
                return address
            }
            refusal = .redirectMismatch(asked, client: id)
        }
        throw SignInProblem.redirectRefused(refusal, asked: asked, client: self)
    }
}

extension String {
    /// Whether it begins with a scheme and has no white space. RFC 3986 §4.3
    fileprivate var isAbsoluteURI: Bool {
        utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } && prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.\-]*:/#) != nil
    }
}
