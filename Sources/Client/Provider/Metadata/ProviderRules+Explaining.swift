// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import OAuth

extension ProviderRules {
    /// Runs a judgement, and says of the provider's errors what they ask for.
    ///
    /// - Parameters:
    ///   - endpoint: The address that answered; `nil` for a redirect.
    ///   - scopes: What had been asked for: a provider that wants consent does not repeat it.
    ///   - delay: How long the answer asks to wait.
    ///   - judgement: Reads the provider's answer.
    /// - Returns: What the judgement returns.
    /// - Throws: What the judgement throws.
    package func explaining<Result>(
        from endpoint: URL? = nil, asking scopes: ScopeSet = [], retryingAfter delay: Duration? = nil,
        _ judgement: () throws -> Result
    ) throws -> Result {
        do {
            return try judgement()
        } catch var error as ServerError {
            error.endpoint = endpoint
            error.nextAction = nextAction(error).completed(asking: scopes, after: delay)
            throw error
        }
    }
}
