// SPDX-License-Identifier: Apache-2.0
/// The default ports of the servers.
enum DefaultPorts {
    /// The local tenant.
    static let tenant = 4400
    /// The task API, as in Microsoft's samples.
    static let tasks = 3000
}
