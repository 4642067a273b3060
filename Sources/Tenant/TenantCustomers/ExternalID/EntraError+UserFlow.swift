// SPDX-License-Identifier: Apache-2.0
import TenantEntra

extension EntraError {
    /// The error as External ID has it, which knows none of Azure AD B2C's numbers.
    init(_ error: UserFlowError) {
        self = error.counterpart ?? .malformedRequest(error.text)
    }
}
