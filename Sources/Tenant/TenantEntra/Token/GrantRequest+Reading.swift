// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes
package import OAuth
package import TenantAuthorization

extension GrantRequest {
    /// Reads a request for tokens in the order of the real service: the grant, its form, then the client.
    ///
    /// - Throws: ``EntraError``.
    package static func read(
        _ form: FormParameters, _ fields: HTTPFields, at selector: TenantSelector, platform: PlatformContext
    ) async throws -> (GrantType, GrantRequest) {
        let type = try grantType(of: form)
        let client = try await ClientAuthentication(platform: platform).client(of: form, fields, at: selector)
        if let origin = fields[.origin], !type.isForSinglePages { throw EntraError.crossOriginRefused(origin) }
        return (type, GrantRequest(form: form, fields: fields, client: client, selector: selector))
    }

    private static func grantType(of form: FormParameters) throws -> GrantType {
        var seen: Set<String> = []
        // RFC 6749 §3.2: no parameter may appear twice, not even an unknown one.
        if let twice = form.pairs.first(where: { !seen.insert($0.name).inserted }) { _ = try form.once(twice.name) }
        let name = try form.required("grant_type")
        guard let type = GrantType(named: name) else { throw EntraError.unsupportedGrant(name) }
        guard form["resource"] == nil else { throw EntraError.resourceParameter }
        if let credential = type.credential {
            let secret = try form.required(credential)
            // Refresh tokens and device codes have the form of a verifier.
            let isWellFormed = type == .authorizationCode ? AuthorizationCode.isWellFormed : ProofKey.isWellFormed
            guard isWellFormed(secret) else {
                throw type == .deviceCode ? EntraError.badDeviceCode : EntraError.malformedGrant
            }
        }
        return type
    }
}
