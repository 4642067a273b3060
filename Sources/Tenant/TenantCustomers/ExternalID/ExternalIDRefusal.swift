// SPDX-License-Identifier: Apache-2.0
import TenantDirectory
package import TenantEntra

/// A request without a flow reached a directory of customers, for an app that was assigned to no flow.
package struct ExternalIDRefusal: Error, Sendable {
    let tenant: Tenant

    package var error: EntraError { .customersDirectory(tenant) }
}
