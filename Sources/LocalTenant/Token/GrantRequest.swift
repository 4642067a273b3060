// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import OAuth

/// A request for tokens whose client is known.
struct GrantRequest: Sendable {
    let form: FormParameters
    let fields: HTTPFields
    let client: AuthenticatedClient
    /// The directory that was asked.
    let selector: TenantSelector
}
