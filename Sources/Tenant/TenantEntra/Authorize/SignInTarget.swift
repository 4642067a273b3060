// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import TenantAuthorization
package import TenantDirectory

package enum SignInTarget: Sendable {
    case redirect(AuthorizeTarget)
    case administrator(AuthorizeTarget)
    /// On another device, which polls for its tokens.
    case device(DeviceTarget)

    package var client: RegisteredApp {
        switch self {
        case .redirect(let target), .administrator(let target): target.redirect.client
        case .device(let target): target.client
        }
    }

    var directories: [Tenant] {
        switch self {
        case .redirect(let target), .administrator(let target): target.directories
        case .device(let target): target.directories
        }
    }

    package func directory(of person: DirectoryPerson) -> Tenant? { directories.first { $0.id == person.tenantID } }

    var isForEverybody: Bool {
        if case .administrator = self { true } else { false }
    }

    var redirectURI: RedirectURI? {
        switch self {
        case .redirect(let target), .administrator(let target): target.redirect.redirectURI
        case .device: nil
        }
    }
}

package struct AuthorizeTarget: Sendable {
    let redirect: RedirectTarget
    let directories: [Tenant]

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

package struct DeviceTarget: Sendable {
    let client: RegisteredApp
    let userCode: String
    let directories: [Tenant]
}

extension RegisteredApp {
    /// In bytes.
    static let longestRedirectURI = 256

    package var allRedirectURIs: [String] { redirectURIs + spaRedirectURIs }

    /// Without one in the request, the real service uses any registered one; Tessera uses the first.
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
    /// RFC 3986 §4.3.
    fileprivate var isAbsoluteURI: Bool {
        utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } && prefixMatch(of: #/[A-Za-z][A-Za-z0-9+.\-]*:/#) != nil
    }
}
