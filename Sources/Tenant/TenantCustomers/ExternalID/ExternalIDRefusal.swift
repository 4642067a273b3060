// SPDX-License-Identifier: Apache-2.0
import TenantDirectory
package import TenantEntra

/// A directory of customers was asked without a flow, for an app that was assigned to none.
package struct ExternalIDRefusal: Error, Sendable {
    let tenant: Tenant

    package var error: EntraError { .customersDirectory(tenant) }
}
