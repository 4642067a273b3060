// SPDX-License-Identifier: Apache-2.0
/// The names of this machine's own loopback interface.
///
/// RFC 6761 §6.3, RFC 8252 §7.3
public enum LoopbackHost {
    /// Whether a host, as URLs write it, is on loopback.
    public static func contains(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host.lowercased())
    }
}
