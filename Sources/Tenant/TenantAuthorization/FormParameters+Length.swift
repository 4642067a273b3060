// SPDX-License-Identifier: Apache-2.0
import OAuth

/// The budget of a page that needs no sign-in: it repeats the request in its form, and some
/// requests are kept until their pages are answered.
extension FormParameters {
    /// How long such a request may be, percent-encoded, in bytes.
    ///
    /// The figure is ours; most web servers read addresses of half this length.
    package static let longestRequest = 16 << 10

    /// Whether it is longer than any page takes along.
    package var isTooLong: Bool {
        // Counted before it is encoded.
        pairs.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } > Self.longestRequest
            || encoded.utf8.count > Self.longestRequest
    }
}
