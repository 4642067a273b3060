// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import CTesseraCurl
import PortableFoundation

/// The sockets of connections that a request over HTTP/1 used last, with their own ports.
///
/// Bytes that a server sends on one of them before the next request are not its response, but libcurl before 8.1 would
/// treat them as one. RFC 9112 §6.3
final class IdleSockets {
    private var ports: [CInt: Int] = [:]

    func note(_ easy: UnsafeMutableRawPointer) {
        // By number, since the name of CURLINFO_LASTSOCKET is deprecated.
        let socket = CInt(truncatingIfNeeded: ccurl_number(easy, CURLINFO(0x20001D)))
        guard socket >= 0 else { return }
        // Over HTTP/2, bytes may come at any time.
        let version = ccurl_number(easy, CURLINFO_HTTP_VERSION)
        let isFirst = version == CURL_HTTP_VERSION_1_0 || version == CURL_HTTP_VERSION_1_1
        ports[socket] = isFirst ? ccurl_number(easy, CURLINFO_LOCAL_PORT) : nil
    }

    func hasInput(atPort port: Int) -> Bool {
        ports.contains { socket, otherPort in
            var byte: UInt8 = 0
            // The number may be that of another socket since then.
            return otherPort == port && Self.port(of: socket) == port
                && recv(socket, &byte, 1, CInt(MSG_PEEK | MSG_DONTWAIT)) > 0
        }
    }

    private static func port(of socket: CInt) -> Int? {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
        }
        // It is in the same place for both families.
        return result == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : nil
    }
}
#endif
