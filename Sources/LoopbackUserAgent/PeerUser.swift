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
        let tables = ["/proc/net/tcp", "/proc/net/tcp6"].lazy.map(table)
        guard let user = tables.compactMap({ id(from: peer, to: own, in: $0) }).first else { return false }
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

    /// The whole of a table, which comes a page at a time: `String(contentsOfFile:)` takes the first for all of it.
    static func table(at path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var (table, page) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = read(descriptor, &page, page.count)
            guard count > 0 else { return String(decoding: table, as: UTF8.self) }
            table += page[..<count]
        }
    }

    private static func port(of address: Substring) -> Int? {
        address.split(separator: ":").last.flatMap { Int($0, radix: 16) }
    }
}
