// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

extension HTTPRequest {
    /// The absolute address to send to.
    ///
    /// - Throws: ``TransportError`` (`unusableTarget`).
    func absoluteAddress() throws -> String {
        guard let scheme, ["http", "https"].contains(scheme), let authority, !authority.isEmpty else {
            throw TransportError(.unusableTarget, "the address of a request must begin with http:// or https://")
        }
        // Without the slash, the path would go on with the name of the host.
        guard path?.hasPrefix("/") ?? true else {
            throw TransportError(.unusableTarget, "the path of a request must begin with a slash")
        }
        return "\(scheme)://\(authority)\(path ?? "/")"
    }

    /// The address with `localhost` in place of a name below it; `nil` where plain http goes to another host.
    ///
    /// RFC 6761 §6.3 has resolvers answer such names with loopback. Many resolvers ask the network instead, and a
    /// forged answer there would send plain http to another machine.
    var addressWithoutLocalNames: String? {
        guard scheme == "http", let authority else { return nil }
        let host = authority.prefix { $0 != ":" }.lowercased()
        guard host == "localhost." || host.hasSuffix(".localhost") || host.hasSuffix(".localhost.") else { return nil }
        return "http://localhost\(authority.dropFirst(host.count))\(path ?? "/")"
    }

    /// Where the request goes, fit for a message: queries may carry secrets.
    var placeWithoutQuery: String {
        let path = (path ?? "").prefix { $0 != "?" }
        return "\(scheme ?? "http")://\(authority ?? "")\(path)"
    }

    /// Who is asked, fit for a message.
    var server: String { "\(scheme ?? "http")://\(authority ?? "")" }
}
