// SPDX-License-Identifier: Apache-2.0
import TenantDirectory
import TenantEntra

/// A directory of customers was asked without a flow, for an app that was assigned to none.
struct ExternalIDRefusal: Error, Sendable {
    let tenant: Tenant

    var error: EntraError { .customersDirectory(tenant) }
}
