// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation

enum PeerUser {
    typealias Check = @Sendable (SocketEnds) async -> Bool

    /// Whether the program at the other end belongs to this user or to root.
    ///
    /// Only Linux shows that; on other systems, each connection counts as this user's. Open connections of root are
    /// accepted: root forwards connections, such as from Windows into WSL, and can read this program's memory anyway.
    static func isOwn(_ ends: SocketEnds) async -> Bool {
        let found = try? await offThePool(as: .computing) {
            let tables = ["/proc/net/tcp", "/proc/net/tcp6"].compactMap(table)
            return tables.isEmpty || isOwn(from: names(of: ends.peer), to: names(of: ends.own), in: tables)
        }
        return found ?? false
    }

    /// Whether the kernel's tables (`proc_pid_net(5)`) have a socket of this user that connects two addresses.
    ///
    /// Both addresses are compared whole, because another user may have a connection with the same ports. The kernel
    /// lists a closed socket as root's, and removes the line of a reset one, so neither counts.
    static func isOwn(from peer: [String], to own: [String], in tables: [String]) -> Bool {
        var isShown = false
        // By bytes: a search by characters takes several times as long.
        for line in tables.flatMap({ $0.utf8.split(separator: UInt8(ascii: "\n")).dropFirst() }) {
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 8).map { String(Substring($0)) }
            guard fields.count > 7, peer.contains(fields[1]), own.contains(fields[2]) else { continue }
            let (isEstablished, user) = (fields[3] == "01", uid_t(fields[7]))
            guard user == 0 ? isEstablished : user == geteuid() else { return false }
            isShown = true
        }
        return isShown
    }

    /// As the tables write an address: every four bytes as a native integer, then the port.
    static func names(of address: SocketAddress) -> [String] {
        let (bytes, port) = (address.bytes, address.port)
        let words = stride(from: 0, to: bytes.count, by: 4).map { start in
            let word = bytes[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            return padded(String(word, radix: 16, uppercase: true), to: 8)
        }
        let (host, end) = (words.joined(), ":" + padded(String(port, radix: 16, uppercase: true), to: 4))
        // An IPv6 socket may be connected to an IPv4 socket.
        let mapped = padded("", to: 16) + padded(String(UInt32(0xFFFF).bigEndian, radix: 16, uppercase: true), to: 8)
        if words.count == 1 { return [host + end, mapped + host + end] }
        return host.hasPrefix(mapped) ? [host + end, host.dropFirst(mapped.count) + end] : [host + end]
    }

    private static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// The whole table, because `String(contentsOfFile:)` reads only the first page; `nil` if the system has no such
    /// table.
    ///
    /// A table that exists but cannot be opened counts as empty, so that the connection is rejected: other users can
    /// use up the files that this program may open.
    static func table(at path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == ENOENT ? nil : "" }
        defer { close(descriptor) }
        var (table, page) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = read(descriptor, &page, page.count)
            guard count > 0 else { return String(decoding: table, as: UTF8.self) }
            table += page[..<count]
        }
    }
}
