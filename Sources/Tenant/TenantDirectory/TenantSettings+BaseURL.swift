// SPDX-License-Identifier: Apache-2.0
import HTTPServing

extension TenantSettings {
    /// The tenant's base URL, without a slash at the end.
    package var baseURL: String { names.base.description }
}
