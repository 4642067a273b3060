// SPDX-License-Identifier: Apache-2.0
/// Why a sealed file does not open.
package enum BrokenSeal: Error {
    /// It is not what was sealed under this name.
    case damaged
    /// Another key sealed it.
    case otherKey
    /// A later version of this program sealed it.
    case laterVersion
}
