// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
package import Foundation

/// A port of 127.0.0.1 at which something listens, until the last reference to it is gone.
package final class HeldPort: Sendable {
    private let descriptor: Int32
    /// Its number.
    package let port: Int

    /// Listens at a port; 0 takes a free one.
    ///
    /// - Throws: `POSIXError`, such as for a port in use.
    package init(_ wanted: Int = 0) throws(POSIXError) {
        descriptor = ct_listen("127.0.0.1", UInt16(clamping: wanted), 16)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: -descriptor) ?? .EINVAL) }
        port = Int(ct_port(descriptor))
    }

    deinit {
        if descriptor >= 0 { ct_close(descriptor) }
    }
}
