// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A port of the loopback address that no program uses at this moment.
func freePort() throws -> Int {
    struct NoPort: Error {}
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            bind(listener, address, length) == 0 && getsockname(listener, address, &length) == 0
        }
    }
    guard isBound else { throw NoPort() }
    return Int(UInt16(bigEndian: address.sin_port))
}
