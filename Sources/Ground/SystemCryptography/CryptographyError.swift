// SPDX-License-Identifier: Apache-2.0

package enum CryptographyError: Error {
    case invalidKey
    /// A number of bytes, or another parameter, is outside its range.
    case invalidSize
    /// The content was changed, or sealed with another key.
    case authenticationFailure
    /// The system's library does not offer the algorithm, refuses to use it, or lacks memory.
    case unavailable
}
