// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
import TenantDirectory

/// The grant of an app that asks for the password itself, in a flow of kind `ropc`.
///
/// RFC 6749 §4.3
struct UserFlowPasswordGrant: Sendable {
    let platform: PlatformContext
    let place: UserFlowPlace
    let client: RegisteredApp

    /// Checks user name and password.
    ///
    /// - Throws: ``UserFlowError`` (90083, 90225, 90111, 90114, and those of scopes).
    func grant(_ form: FormParameters) async throws -> (UserFlowGrant, Customer) {
        let (username, password) = (try form.needed("username"), try form.needed("password"))
        guard let scope = try form.once("scope"), !ScopeSet(text: scope).isEmpty else {
            throw UserFlowError.scopeMissing
        }
        let scopes = try UserFlowScopeResolution(apps: try await platform.database.apps(), client: client)
            .resolve(scope)
        let now = platform.settings.now()
        let customer: Customer?
        do {
            customer = try await platform.customers(of: place.tenant).check(password, of: username, now: now)
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
