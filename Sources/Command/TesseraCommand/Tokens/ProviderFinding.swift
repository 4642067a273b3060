// SPDX-License-Identifier: Apache-2.0
import SignIn

/// What the provider of the settings has to do with a token.
struct ProviderFinding: Sendable {
    /// Whether one of its keys signed the token.
    let signature: SignatureFinding
    /// Why an API of these settings, which believes this provider alone, would not believe the token; `nil` if nothing
    /// speaks against it.
    var objection: String?

    /// Asks the provider that the settings name.
    ///
    /// Never one at an address that the token names: whoever wrote the token chose that.
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
