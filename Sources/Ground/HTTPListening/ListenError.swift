// SPDX-License-Identifier: Apache-2.0

/// The reason why a server cannot listen at an address.
package struct ListenError: Error {
    /// The errno; `-CT_UNKNOWN_HOST` if the name has no address.
    package let code: Int32

    package init(code: Int32) { self.code = code }
}
