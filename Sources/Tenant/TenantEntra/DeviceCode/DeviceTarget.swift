// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// A device that waits for a person to sign in.
package struct DeviceTarget: Sendable {
    let client: RegisteredApp
    let userCode: String
    /// The directories whose people may sign in to the app through the address of the device's request.
    let directories: [Tenant]
}
