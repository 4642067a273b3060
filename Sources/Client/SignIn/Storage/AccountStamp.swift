// SPDX-License-Identifier: Apache-2.0
/// What tells one state of a kept account from the next without reading it.
///
/// Stamps of one account can be compared, and mean nothing else.
public struct AccountStamp: Sendable, Hashable {
    private let parts: [Int64]

    /// Creates a stamp of whatever changes with each save: a counter, or what the file system says of a file.
    public init(_ parts: Int64...) {
        self.parts = parts
    }
}
