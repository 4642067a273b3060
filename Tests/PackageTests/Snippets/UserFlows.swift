// SPDX-License-Identifier: Apache-2.0
import MicrosoftIdentity
import SignIn

/// Customers of Azure AD B2C, who may forget their passwords.
struct UserFlows {
    let signIn: SignInFlow
    let reset: SignInFlow

    // snippet: flows
    init(
        clientID: String, redirectURI: RedirectURI, scopes: ScopeSet, keepingIn accounts: AccountStore
    ) throws {
        guard let signUpOrSignIn = UserFlowAuthority("b2c_1_susi", of: "contoso"),
            let passwordReset = signUpOrSignIn.switched(to: "b2c_1_reset")
        else { throw Refusal(.registrationMalformed, "one of these is not the name of a user flow") }
        let customers = ClientRegistration(
            name: "customers", authority: .userFlow(signUpOrSignIn), clientID: clientID, redirectURI: redirectURI,
            scopes: scopes)
        let newPassword = ClientRegistration(
            name: "customers, new password", authority: .userFlow(passwordReset), clientID: clientID,
            redirectURI: redirectURI, scopes: ["openid"])
        signIn = SignInFlow(customers, keepingIn: accounts)
        // The result of the reset is not stored: it only proves that the user set a new password.
        let nowhere = AccountStore(MemoryAccountStorage(), over: accounts.transport)
        reset = SignInFlow(newPassword, keepingIn: nowhere)
    }
    // snippet: end

    init(signIn: SignInFlow, reset: SignInFlow) { (self.signIn, self.reset) = (signIn, reset) }

    // snippet: password reset
    /// `nil` means that the customer pressed *Cancel*.
    func account(with agent: some UserAgent) async throws -> Account? {
        do {
            return try await signIn.signIn(with: agent)
        } catch let error as ServerError where error.nextAction == .resetPassword {
            _ = try await reset.signIn(with: agent)
            return try await signIn.signIn(with: agent)
        } catch let error as ServerError where error.nextAction == .acceptCancellation {
            return nil
        }
    }
    // snippet: end
}
