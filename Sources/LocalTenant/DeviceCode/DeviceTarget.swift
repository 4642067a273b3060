// SPDX-License-Identifier: Apache-2.0

/// A device that waits for somebody to sign in.
struct DeviceTarget: Sendable {
    let client: RegisteredApp
    let userCode: String
}
