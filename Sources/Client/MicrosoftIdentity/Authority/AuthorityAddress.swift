// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// The parts of an address that a person pasted as an authority.
struct AuthorityAddress: Sendable, Hashable {
    /// Scheme, host and port in lower case.
    let base: URL
    /// The host in lower case.
    let host: String
    /// The parts of the path in lower case; doubled slashes and one at the end do not count.
    let segments: [String]
    /// The parameters behind the question mark; `nil` if they cannot be read.
    let query: FormParameters?

    /// Takes an address apart.
    ///
    /// - Throws: ``Refusal`` (`registrationMalformed`) for text that is no address, and for plain http to another
    ///   machine than this one.
    init(_ text: String) throws(Refusal) {
        guard let components = Self.components(of: text), let scheme = components.scheme?.lowercased(),
            ["https", "http"].contains(scheme), let host = Self.host(of: components)
        else { throw .authority("is no address; write one such as https://login.microsoftonline.com/common") }
        guard components.user == nil, components.password == nil, components.fragment == nil else {
            throw .authority("must hold neither a user name nor a #; leave them out")
        }
        guard scheme == "https" || LoopbackHost.contains(host) else {
            throw .authority("at \(host) must begin with https://; plain http is for this machine alone")
        }
        let port = components.port.map { ":\($0)" } ?? ""
        guard let base = URL(string: "\(scheme)://\(host)\(port)") else {
            throw .authority("has no host that can be read; write one such as https://login.microsoftonline.com/common")
        }
        self.base = base
        self.host = host
        segments = components.percentEncodedPath.split(separator: "/").map { $0.lowercased() }
        query = FormParameters(encoded: components.percentEncodedQuery ?? "")
    }

    /// Whether there are parameters behind a question mark, readable or not.
    var hasQuery: Bool { query?.pairs.isEmpty != true }

    /// The first `count` parts, if they are all or a known ending follows: the version, an endpoint, or the metadata;
    /// `nil` otherwise.
    func leading(_ count: Int) -> [String]? {
        segments.count >= count && Self.mayEnd(in: segments[count...]) ? Array(segments[..<count]) : nil
    }

    /// Whether these parts are a known ending of an authority.
    static func mayEnd(in rest: ArraySlice<String>) -> Bool { rests.contains(Array(rest)) }

    /// Whether it is an address of version 1, with other claims in its tokens.
    var isOfVersion1: Bool {
        ["sts.windows.net", "sts.chinacloudapi.cn"].contains(host)
            || [["oauth2", "authorize"], ["oauth2", "token"], [".well-known", "openid-configuration"]]
                .contains(Array(segments.dropFirst()))
    }

    /// The parts of an address; `nil` unless it is all ASCII, since the parser would change the host: it merges letters
    /// that look alike, and drops invisible ones.
    private static func components(of text: String) -> URLComponents? {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? URLComponents(string: text) : nil
    }

    /// The host in lower case; `nil` for a malformed one.
    ///
    /// A percent-encoded `/` or `@` would, once decoded, make it an address at another host.
    private static func host(of components: URLComponents) -> String? {
        guard let host = components.host?.lowercased(), host == components.percentEncodedHost?.lowercased(),
            host.wholeMatch(of: #/[a-z0-9.-]+|\[[0-9a-f:.]+\]/#) != nil, host.utf8.count <= 255
        else { return nil }
        return host
    }

    private static let rests: Set<[String]> = [
        [], ["v2.0"], ["oauth2", "v2.0"], ["oauth2", "v2.0", "authorize"], ["oauth2", "v2.0", "token"],
        ["oauth2", "v2.0", "logout"], ["oauth2", "v2.0", "devicecode"], ["discovery", "v2.0", "keys"],
        ["v2.0", ".well-known", "openid-configuration"],
    ]
}

extension Refusal {
    /// An authority that cannot be used.
    static func authority(_ problem: String) -> Refusal { Refusal(.registrationMalformed, "the authority \(problem)") }
}
