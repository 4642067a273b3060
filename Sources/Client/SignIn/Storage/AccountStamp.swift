// SPDX-License-Identifier: Apache-2.0
/// Tells two states of a stored account apart without reading it.
///
/// Stamps of one account can be compared, and mean nothing else.
public struct AccountStamp: Sendable, Hashable {
    private let parts: [Int64]

    /// Creates a stamp from values that change with each save: a counter, or the file system's data about a file.
    public init(_ parts: Int64...) {
        self.parts = parts
    }
}
