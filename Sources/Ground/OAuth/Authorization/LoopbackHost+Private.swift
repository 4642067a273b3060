// SPDX-License-Identifier: Apache-2.0
extension LoopbackHost {
    /// Whether a host is an address that is not of the public internet, in any spelling.
    ///
    /// A host name is never a private address: this function resolves no names.
    ///
    /// RFC 6890
    package static func isPrivateAddress(_ host: String) -> Bool {
        guard host.utf8.count <= 255, let address = address(host) else { return false }
        return !IPAddress.isGlobal(address)
    }
}
