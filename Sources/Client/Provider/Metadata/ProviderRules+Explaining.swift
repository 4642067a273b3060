// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import OAuth

extension ProviderRules {
    /// Runs a judgement, and adds the next action to the provider's errors.
    ///
    /// - Parameters:
    ///   - endpoint: The address of the response; `nil` for a redirect.
    ///   - scopes: The requested scopes: a provider that requires consent does not repeat them.
    ///   - delay: How long the response asks to wait.
    ///   - judgement: Reads the provider's response.
    /// - Returns: The result of the judgement.
    /// - Throws: The errors of the judgement.
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
