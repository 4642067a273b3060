// SPDX-License-Identifier: Apache-2.0

/// Whether a person belongs to the directory, or was invited into it.
package enum UserType: String, Sendable, Codable, CaseIterable {
    case member = "Member"
    case guest = "Guest"
}
