// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import OAuth
import TenantDirectory

/// A request for tokens after client authentication.
package struct GrantRequest: Sendable {
    package let form: FormParameters
    let fields: HTTPFields
    package let client: AuthenticatedClient
    /// The directory in the request's address.
    let selector: TenantSelector

    /// Refuses a client that cannot own the grant: a page in a browser sends `Origin`, and no other client does.
    ///
    /// - Throws: ``EntraError`` (9002326, 9002327).
    package func checkRedeemer(isSinglePage: Bool) throws {
        let origin = fields[.origin]
        if isSinglePage {
            guard origin != nil else { throw EntraError.onlyCrossOrigin }
        } else if let origin {
            throw EntraError.crossOriginRefused(origin)
        }
    }

    /// Whether the client handles tokens that are revoked early, as it states here or stated at sign-in.
    ///
    /// - Throws: ``EntraError`` (9000410).
    func understandsRevocation(_ grant: Grant? = nil) throws -> Bool {
        let asked = try ClaimsParameter(form["claims"]).clientCapabilities
        return (asked + ((try? ClaimsParameter(grant?.claims).clientCapabilities) ?? []))
            .contains { $0.lowercased() == "cp1" }  // Microsoft's libraries write it in either case.
    }

    /// The requested scope.
    ///
    /// - Throws: ``EntraError`` (28002) if it has characters that no scope may have. RFC 6749 §3.3
    package func scope() throws -> String? {
        guard let scope = try form.once("scope") else { return nil }
        guard scope.isNQSCHARText else { throw EntraError.illegalScope }
        return scope
    }

    /// The scope of a request that must name one, because its grant type brings no earlier scope.
    ///
    /// - Throws: ``EntraError`` (28002, 900144).
    package func requiredScope() throws -> ScopeSet {
        guard let scope = try scope(), !scope.isEmpty else { throw EntraError.missingParameter("scope") }
        return ScopeSet(text: scope)
    }
}
