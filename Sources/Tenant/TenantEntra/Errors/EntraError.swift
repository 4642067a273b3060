// SPDX-License-Identifier: Apache-2.0
import CTesseraTenantResources
package import HTTPMessages
import OAuthMessages
import PortableFoundation
package import TenantAuthorization
package import TenantDirectory

package struct EntraError: Error, Sendable, Hashable {
    /// As in `AADSTS50011`.
    package let number: Int
    let code: String
    package let text: String
    /// Entra ID's more exact reason; `nil` for most errors.
    package var suberror: String?
    /// The claims that the app must request, as JSON. OpenID Connect Core §5.5
    package var claims: String?
    /// The status at the token endpoint.
    package var status: HTTPResponse.Status = .badRequest

    package init(_ number: Int, _ code: String, _ text: String) {
        (self.number, self.code, self.text) = (number, code, text)
    }

    package init(_ number: Int, with values: String...) {
        let entry = ErrorCatalogue.entraID[number]
        self.init(number, entry?.code ?? "server_error", entry?.text(with: values) ?? "")
        (suberror, claims) = (entry?.suberror, entry?.claims)
        status = entry?.status ?? .badRequest
    }

    package static let secretFromPublicClient = EntraError(700025)

    package static let secretMissing = EntraError(7_000_218)

    package static func wrongSecret(_ client: RegisteredApp) -> EntraError { EntraError(7_000_215, with: client.id) }

    static func secretExpired(_ client: RegisteredApp) -> EntraError { EntraError(7_000_222, with: client.id) }

    static func noApplicationID(_ id: String) -> EntraError { EntraError(700038, with: id) }

    static let directoryUnknown = EntraError(50059)

    static func directoryNeeded(_ grant: String) -> EntraError { EntraError(9_001_023, with: grant) }

    static func scopeNotDefault(_ scope: String) -> EntraError { EntraError(1_002_012, with: scope) }

    enum SignatureProblem: String, Sendable {
        case keyUnknown = "The key was not found."
        case keyExpired = "The key used is expired."
        case mismatch = "The provided signature value did not match the expected signature value."
    }

    static let malformedAssertion = EntraError(50027)

    static let assertionOfOther = EntraError(700021)

    static var assertionAudience: EntraError {
        var error = EntraError(
            700023, "invalid_client",
            "Client assertion audience claim does not match Realm issuer: 'aud' must be the address of this token "
                + "endpoint.")
        error.status = .unauthorized
        return error
    }

    static func assertionOutOfTime(from begin: Date?, to end: Date, now: Date) -> EntraError {
        EntraError(
            700024, with: now.formatted(.iso8601), (begin ?? .init(timeIntervalSince1970: 0)).formatted(.iso8601),
            end.formatted(.iso8601))
    }

    static func assertionSignature(_ problem: SignatureProblem, _ keyNames: [String]) -> EntraError {
        EntraError(700027, with: problem.rawValue, keyNames.joined(separator: " "))
    }

    static func federatedIssuer(_ issuer: String) -> EntraError { EntraError(700211, with: issuer) }
    static func federatedAudience(_ audience: String) -> EntraError { EntraError(700212, with: audience) }
    static func federatedSubject(_ subject: String) -> EntraError { EntraError(700213, with: subject) }

    static func issuerUnusable(_ issuer: String, _ why: String) -> EntraError { EntraError(50166, with: issuer, why) }

    static func userAssertionSignature(_ reason: String) -> EntraError { EntraError(50013, with: reason) }

    static func userAssertionAudience(_ audience: String, client: RegisteredApp) -> EntraError {
        EntraError(500131, with: audience, client.identifierURI ?? client.id, client.id, client.displayName)
    }

    static func userAssertionExpired(at end: Date, now: Date) -> EntraError {
        EntraError(500133, with: now.formatted(.iso8601), end.formatted(.iso8601))
    }

    static let idTokenAsAssertion = EntraError(240002)

    static func appTokenAsAssertion(_ clientID: String) -> EntraError { EntraError(7_000_114, with: clientID) }
}

extension ErrorCatalogue {
    package static let entraID = ErrorCatalogue(prefix: "AADSTS", json: tenant_errors_entra_id())
}
