// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets

/// The reason why a server cannot listen at an address.
package struct ListenError: Error {
    /// The errno, or another number if ``isUnknownHost``.
    package let code: Int32

    package init(code: Int32) { self.code = code }

    /// Whether the name has no address.
    package var isUnknownHost: Bool { code == -Int32(CT_UNKNOWN_HOST) }
}
