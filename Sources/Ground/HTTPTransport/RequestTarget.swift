// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import Hosts
import PortableFoundation
import SystemCryptography

extension HTTPRequest {
    package func absoluteAddress() throws -> String {
        guard let scheme, ["http", "https"].contains(scheme), let authority, !authority.isEmpty else {
            throw TransportError(.unusableTarget, "the URL of a request must begin with http:// or https://")
        }
        // The client library would decode the host, and could connect to another one than the caller validated.
        do throws(URLHost.Defect) {
            _ = try URLHost(ofAuthority: authority)
        } catch {
            throw TransportError(.unusableTarget, "the URL of a request \(error.explanation)")
        }
        // Without a slash, the path would continue the name of the host.
        guard path?.hasPrefix("/") ?? true else {
            throw TransportError(.unusableTarget, "the path of a request must begin with a slash")
        }
        return "\(scheme)://\(authority)\(path ?? "/")"
    }

    /// The address with `localhost` instead of a name below it; `nil` for https and for other hosts.
    ///
    /// RFC 6761 §6.3 requires resolvers to return loopback for such names. Many query the network instead, and a forged
    /// response there would send plain http to another machine.
    var addressWithoutLocalNames: String? {
        guard scheme == "http", let authority else { return nil }
        let host = authority.prefix { $0 != ":" }.lowercased()
        guard host.hasSuffix(".localhost") else { return nil }
        return "http://localhost\(authority.dropFirst(host.count))\(path ?? "/")"
    }

    /// The address without its query, for messages: a query may carry secrets.
    package var placeWithoutQuery: String {
        let path = (path ?? "").prefix { $0 != "?" }
        return "\(scheme ?? "http")://\(authority ?? "")\(path)"
    }

    /// The address for a note on the disk: a digest replaces the query, which may carry secrets.
    var noteAddress: String {
        guard let path, let mark = path.firstIndex(of: "?") else { return placeWithoutQuery }
        return "\(placeWithoutQuery)?\(Data(SHA256.hash(data: Data(path[mark...].utf8))).base64EncodedString())"
    }

    package var server: String { "\(scheme ?? "http")://\(authority ?? "")" }
}
