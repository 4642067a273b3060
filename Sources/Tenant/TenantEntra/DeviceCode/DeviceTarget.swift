// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// A device that waits for a person to sign in.
package struct DeviceTarget: Sendable {
    let client: RegisteredApp
    let userCode: String
    /// The directories that the device's address and the app both admit.
    let directories: [Tenant]
}
