// SPDX-License-Identifier: Apache-2.0

/// The content of a response with refused requests.
package struct RefusalList: Codable, Sendable {
    /// The requests, the newest first.
    package let refusals: [RefusedRequest]
    /// The number of the latest refusal; a lower one than before means that the server started again.
    package let newest: Int

    /// Lists the refusals of a log with a higher number than this.
    package init(_ log: RefusalLog, after number: Int) {
        (refusals, newest) = (log.latest(after: number), log.newest)
    }
}
