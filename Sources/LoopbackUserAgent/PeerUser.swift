// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore

/// Whose program is at the other end of a connection from this machine.
enum PeerUser {
    /// Whether the system says that it is the program of another user.
    ///
    /// Where it says nothing – it is not Linux, or something between hands connections on – nobody is. A living
    /// connection of root is not kept out: root forwards connections for others, such as from Windows into its Linux,
    /// and reads our memory anyway.
    static func isAnother(on connection: any Channel) -> Bool {
        guard let peer = connection.remoteAddress, let own = connection.localAddress else { return false }
        let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(table)
        return tables.contains { isAnother(from: names(of: peer), to: names(of: own), in: $0) }
    }

    /// Whether a socket that connects two addresses is somebody else's, in a table of the kernel's (`proc_pid_net(5)`).
    ///
    /// Both addresses are compared whole: with the ports alone, anybody could put a connection of theirs beside this.
    /// A socket that its program has closed counts as root's there, so that it is nobody's to believe.
    static func isAnother(from peer: [String], to own: [String], in table: String) -> Bool {
        table.split(separator: "\n").dropFirst().contains { line in
            let fields = line.split(separator: " ")
            guard fields.count > 7, peer.contains(String(fields[1])), own.contains(String(fields[2])) else {
                return false
            }
            let (isEstablished, user) = (fields[3] == "01", uid_t(fields[7]))
            return user != geteuid() && !(user == 0 && isEstablished)
        }
    }

    /// How the tables write an address: each four bytes as a number of this machine, then the port.
    static func names(of address: SocketAddress) -> [String] {
        guard let port = address.port, let bytes = bytes(of: address.ipAddress ?? "") else { return [] }
        let words = stride(from: 0, to: bytes.count, by: 4).map { start in
            let word = bytes[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            return padded(String(word, radix: 16, uppercase: true), to: 8)
        }
        let (host, end) = (words.joined(), ":" + padded(String(port, radix: 16, uppercase: true), to: 4))
        // A socket of IPv6 may speak to one of IPv4.
        let mapped = padded("", to: 16) + padded(String(UInt32(0xFFFF).bigEndian, radix: 16, uppercase: true), to: 8)
        if words.count == 1 { return [host + end, mapped + host + end] }
        return host.hasPrefix(mapped) ? [host + end, host.dropFirst(mapped.count) + end] : [host + end]
    }

    private static func bytes(of address: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, address, &bytes) == 1 { return bytes }
        }
        return nil
    }

    private static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.count)) + digits
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
}
