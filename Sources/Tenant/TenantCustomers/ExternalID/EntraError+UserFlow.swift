// SPDX-License-Identifier: Apache-2.0
import TenantEntra

extension EntraError {
    /// The error as External ID sends it; External ID uses none of Azure AD B2C's numbers.
    init(_ error: UserFlowError) {
        self = error.counterpart ?? .malformedRequest(error.text)
    }
}
