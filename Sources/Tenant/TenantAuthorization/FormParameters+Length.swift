// SPDX-License-Identifier: Apache-2.0
import OAuth

/// The size limit of a page that needs no sign-in: its form repeats the request, and the tenant may store the request
/// until its pages are answered.
extension FormParameters {
    /// The maximum length of such a request, percent-encoded, in bytes.
    ///
    /// The limit is Tessera's; most web servers read addresses of half this length.
    package static let longestRequest = 16 << 10

    /// Whether the request is longer than any page accepts.
    package var isTooLong: Bool {
        // Counted first, to avoid encoding a long request.
        pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } > Self.longestRequest
            || encoded.utf8.count > Self.longestRequest
    }
}
