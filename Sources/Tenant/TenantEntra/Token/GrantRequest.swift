// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import OAuth
import TenantDirectory

/// A request for tokens whose client is known.
package struct GrantRequest: Sendable {
    package let form: FormParameters
    let fields: HTTPFields
    package let client: AuthenticatedClient
    /// The directory that was asked.
    let selector: TenantSelector

    /// Refuses who cannot be the one that a grant was made for: a page in a browser says so in `Origin`, and nothing
    /// else does.
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

    /// Whether the client can deal with tokens that end before their time, as it says here or said at sign-in.
    ///
    /// - Throws: ``EntraError`` (9000410).
    func understandsRevocation(_ grant: Grant? = nil) throws -> Bool {
        let asked = try ClaimsParameter(form["claims"]).clientCapabilities
        return (asked + ((try? ClaimsParameter(grant?.claims).clientCapabilities) ?? []))
            .contains { $0.lowercased() == "cp1" }  // Microsoft's libraries write it in either case.
    }

    /// The scope that was asked for.
    ///
    /// - Throws: ``EntraError`` (28002): it has characters that no scope has. RFC 6749 §3.3
    package func scope() throws -> String? {
        guard let scope = try form.once("scope") else { return nil }
        guard scope.isNQSCHARText else { throw EntraError.illegalScope }
        return scope
    }

    /// The scope of a grant that has none of its own.
    ///
    /// - Throws: ``EntraError`` (28002, 900144).
    package func requiredScope() throws -> ScopeSet {
        guard let scope = try scope(), !scope.isEmpty else { throw EntraError.missingParameter("scope") }
        return ScopeSet(text: scope)
    }
}
