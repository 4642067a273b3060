// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantDirectory

/// The token response, with the members that only Azure AD B2C has; `nil` members are left out. RFC 6749 §5.1
package struct UserFlowTokenReply: Sendable {
    let scope: String
    let notBefore: Int
    let lifetime: Int
    let profileInfo: String
    package var accessToken: String?
    var resource: String?
    package var idToken: String?
    var refreshToken: String?
    var refreshTokenExpiresIn: Int?
    var clientInfo: String?

    /// The members have the documented order.
    var json: OrderedJSON {
        let members: [(String, OrderedJSON?)] = [
            ("access_token", accessToken.map(OrderedJSON.string)), ("id_token", idToken.map(OrderedJSON.string)),
            ("token_type", .string("Bearer")), ("not_before", .integer(notBefore)),
            ("expires_in", accessToken.map { _ in .integer(lifetime) }),
            ("expires_on", accessToken.map { _ in .integer(notBefore + lifetime) }),
            ("resource", resource.map(OrderedJSON.string)),
            ("id_token_expires_in", idToken.map { _ in .integer(lifetime) }),
            ("profile_info", .string(profileInfo)), ("refresh_token", refreshToken.map(OrderedJSON.string)),
            ("refresh_token_expires_in", refreshTokenExpiresIn.map(OrderedJSON.integer)), ("scope", .string(scope)),
            ("client_info", clientInfo.map(OrderedJSON.string)),
        ]
        return .object(members.compactMap { name, value in value.map { (name, $0) } })
    }
}

/// The grant of an app that collects the password, in a flow of kind `ropc`. RFC 6749 §4.3
struct UserFlowPasswordGrant: Sendable {
    let platform: PlatformContext
    let place: ResolvedUserFlow
    let client: RegisteredApp

    func grant(_ form: FormParameters) async throws -> (UserFlowGrant, Customer) {
        let (username, password) = (try form.required("username"), try form.required("password"))
        guard let scope = try form.once("scope"), !ScopeSet(text: scope).isEmpty else {
            throw UserFlowError.scopeMissing
        }
        let scopes = try UserFlowScopeResolution(apps: try await platform.database.apps(), client: client)
            .resolve(scope)
        let now = platform.settings.now()
        let customer: Customer?
        do {
            customer = try await platform.customers(of: place.tenant).check(
                password, of: username, now: platform.settings.now)
        } catch let refusal as PasswordRefusal {
            throw UserFlowError(refusal, wrong: .wrongPassword)
        }
        guard let customer else { throw UserFlowError.wrongPassword }
        let grant = UserFlowGrant(
            tenantID: place.tenant.id, flow: place.flow.name, clientID: client.id, customerID: customer.id,
            scopes: scopes, nonce: nil, authenticatedAt: now, isNewCustomer: false)
        return (grant, customer)
    }
}
