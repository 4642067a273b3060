// SPDX-License-Identifier: Apache-2.0
import OAuth

extension ProviderRules {
    /// Runs a judgement, and says of the provider's errors what they ask for.
    package func explaining<Result>(_ judgement: () throws -> Result) throws -> Result {
        do {
            return try judgement()
        } catch var error as ServerError {
            error.nextAction = nextAction(error)
            throw error
        }
    }
}
