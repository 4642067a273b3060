// SPDX-License-Identifier: Apache-2.0
/// The reason that a sealed file does not open.
package enum BrokenSeal: Error {
    /// The content was changed, or sealed under another name.
    case damaged
    /// Another key sealed it.
    case otherKey
    /// A later version of this program sealed it.
    case laterVersion
}
