// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// A device that waits for somebody to sign in.
package struct DeviceTarget: Sendable {
    let client: RegisteredApp
    let userCode: String
    /// The directories whose people may sign in to the app through the address that the device asked.
    let directories: [Tenant]
}
