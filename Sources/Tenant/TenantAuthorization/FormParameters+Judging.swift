// SPDX-License-Identifier: Apache-2.0
import OAuth

extension FormParameters {
    /// The value of a parameter that may appear at most once; `refusal` makes the error for a repeated one.
    package func once(_ name: String, orThrow refusal: (String) -> any Error) throws -> String? {
        do {
            return try once(name)
        } catch let error as Refusal {
            throw refusal(error.message)
        }
    }
}
