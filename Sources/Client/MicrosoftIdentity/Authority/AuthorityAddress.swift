// SPDX-License-Identifier: Apache-2.0
import Hosts
import OAuthMessages
import PortableFoundation

struct AuthorityAddress: Sendable, Hashable {
    /// Scheme, host, and port in lower case.
    let base: URL
    let host: String
    let isOnThisMachine: Bool
    /// In lower case, without empty segments.
    let segments: [String]
    /// `nil` if the query cannot be parsed.
    let query: FormParameters?

    init(_ text: String) throws(Refusal) {
        guard let components = Self.components(of: text), let scheme = components.scheme?.lowercased(),
            ["https", "http"].contains(scheme)
        else { throw .authority("is not a URL; use one such as https://login.microsoftonline.com/common") }
        guard components.user == nil, components.password == nil, components.fragment == nil else {
            throw .authority("must not contain a user name or a #; remove them")
        }
        let host: URLHost
        do throws(URLHost.Defect) { host = try URLHost(of: components) } catch { throw .authority(error.explanation) }
        guard scheme == "https" || host.isLoopback else {
            throw .authority("at \(host) must begin with https://; plain http is only for this machine")
        }
        guard let base = URL(string: "\(scheme)://\(host.authority(port: components.port))") else {
            throw .authority("has an invalid port; remove it")
        }
        self.base = base
        self.host = host.description
        isOnThisMachine = host.isLoopback
        segments = components.percentEncodedPath.split(separator: "/").map { $0.lowercased() }
        query = FormParameters(encoded: components.percentEncodedQuery ?? "")
    }

    /// Whether there is a query, valid or not.
    var hasQuery: Bool { query?.pairs.isEmpty != true }

    /// The first `count` segments if at most a known ending follows: the version, an endpoint, or the metadata.
    func leading(_ count: Int) -> [String]? {
        segments.count >= count && Self.mayEnd(in: segments[count...]) ? Array(segments[..<count]) : nil
    }

    static func mayEnd(in rest: ArraySlice<String>) -> Bool { rests.contains(Array(rest)) }

    /// Version 1 has other claims in its tokens.
    var isOfVersion1: Bool {
        ["sts.windows.net", "sts.chinacloudapi.cn"].contains(host)
            || [["oauth2", "authorize"], ["oauth2", "token"], [".well-known", "openid-configuration"]]
                .contains(Array(segments.dropFirst()))
    }

    /// `nil` unless all characters are ASCII: the parser would change the host by merging look-alike letters and
    /// dropping invisible ones.
    private static func components(of text: String) -> URLComponents? {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? URLComponents(string: text) : nil
    }

    private static let rests = [
        [], ["v2.0"], ["oauth2", "v2.0"], ["oauth2", "v2.0", "authorize"], ["oauth2", "v2.0", "token"],
        ["oauth2", "v2.0", "logout"], ["oauth2", "v2.0", "devicecode"], ["discovery", "v2.0", "keys"],
        ["v2.0", ".well-known", "openid-configuration"],
    ]
}

extension Refusal {
    static func authority(_ problem: String) -> Refusal { Refusal(.registrationMalformed, "the authority \(problem)") }
}
