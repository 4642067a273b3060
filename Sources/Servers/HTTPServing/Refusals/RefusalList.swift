// SPDX-License-Identifier: Apache-2.0

/// The content of a response with refused requests.
package struct RefusalList: Codable, Sendable {
    /// The requests, the newest first.
    package let refusals: [RefusedRequest]

    package init(refusals: [RefusedRequest]) {
        self.refusals = refusals
    }
}
