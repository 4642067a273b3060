// SPDX-License-Identifier: Apache-2.0
import SignIn

/// The comparison of a token with the provider of the settings.
struct ProviderFinding: Sendable {
    /// Whether one of its keys signed the token.
    let signature: SignatureFinding
    /// The reason why an API that accepts only this provider would refuse the token; `nil` if it would accept it.
    var objection: String?

    /// Asks the provider of the settings.
    ///
    /// Never asks an address from the token: an attacker may have written the token.
    static func of(_ token: InspectedToken, by flow: SignInFlow) async -> ProviderFinding {
        guard let provider = try? await flow.discover() else {
            return ProviderFinding(signature: .unchecked(reason: "the provider of these settings does not answer"))
        }
        return ProviderFinding(
            signature: await SignatureFinding.of(token, by: provider), objection: objection(to: token, by: provider))
    }

    private static func objection(to token: InspectedToken, by provider: IdentityProvider) -> String? {
        let issuer = provider.metadata.issuer
        switch (try? UnverifiedIssuer(of: token.text))?.likeness(to: provider) {
        case .full: return nil
        case .issuer: return "it is of another user flow (tfp) than the one of these settings"
        case .some(.none), nil: return "it was not issued (iss) by \(issuer)"
        }
    }
}
