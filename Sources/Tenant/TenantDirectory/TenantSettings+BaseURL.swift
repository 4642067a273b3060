// SPDX-License-Identifier: Apache-2.0
import HTTPServing

extension TenantSettings {
    /// What the tenant calls itself, without a slash at the end.
    package var baseURL: String { names.base.description }
}
