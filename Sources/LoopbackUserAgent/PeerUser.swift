// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore

/// Whose program is at the other end of a connection from this machine.
enum PeerUser {
    /// Whether the system says that it is the program of another user.
    ///
    /// Where it says nothing – it is not Linux, or something between hands connections on – nobody is. Root is not
    /// kept out: it forwards connections for others, such as from Windows into its Linux, and reads our memory anyway.
    static func isAnother(on connection: any Channel) -> Bool {
        guard let peer = connection.remoteAddress?.port, let own = connection.localAddress?.port else { return false }
        let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
        guard let user = tables.lazy.compactMap({ id(from: peer, to: own, in: $0) }).first else { return false }
        return user != geteuid() && user != 0
    }

    /// The user whose socket connects one port to another, in a table of the kernel's (`proc_pid_net(5)`); `nil` if
    /// there is none.
    static func id(from peer: Int, to own: Int, in table: String) -> uid_t? {
        for line in table.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ")
            guard fields.count > 7, port(of: fields[1]) == peer, port(of: fields[2]) == own else { continue }
            return uid_t(fields[7])
        }
        return nil
    }

    private static func port(of address: Substring) -> Int? {
        address.split(separator: ":").last.flatMap { Int($0, radix: 16) }
    }
}
