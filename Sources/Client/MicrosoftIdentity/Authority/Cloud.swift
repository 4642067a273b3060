// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport

/// One of the clouds in which Entra ID runs, each with directories, keys and issuers of its own.
///
/// The hosts are those of instance discovery (`/common/discovery/instance`), as data. They have not changed in years,
/// so an app need not request them before every sign-in, and no response can merge two clouds.
///
/// ```swift
/// let cloud = Cloud(host: "login.windows.net")  // an older name of the public cloud
/// let isPublic = cloud == .public
/// let work = Authority.entra(.organizations, in: cloud ?? .usGovernment)
/// ```
public struct Cloud: Sendable, Hashable {
    /// The host of requests and issuers.
    public let host: String
    /// Other hosts of the same cloud; a sign-in at one of them is a sign-in at ``host``.
    public let aliases: Set<String>

    /// The host as the beginning of an address.
    let base: URL

    private init(_ base: StaticString, aliases: Set<String> = []) {
        self.base = URL(constant: base)
        host = "\(base)".replacing("https://", with: "")
        self.aliases = aliases
    }

    /// The public cloud.
    public static let `public` = Cloud(
        "https://login.microsoftonline.com", aliases: ["login.windows.net", "login.microsoft.com", "sts.windows.net"])
    /// The public cloud's own host in the United States, which instance discovery keeps apart.
    public static let unitedStates = Cloud("https://login-us.microsoftonline.com")
    /// The cloud of the government of the United States.
    public static let usGovernment = Cloud("https://login.microsoftonline.us", aliases: ["login.usgovcloudapi.net"])
    /// The cloud that 21Vianet runs in China.
    public static let china = Cloud("https://login.partner.microsoftonline.cn", aliases: ["login.chinacloudapi.cn"])
    /// The German cloud of 2015, closed in 2021; its host still occurs in settings.
    public static let germany = Cloud("https://login.microsoftonline.de")
    /// The cloud that Bleu runs in France.
    public static let bleu = Cloud("https://login.sovcloud-identity.fr")
    /// The cloud that Delos runs in Germany.
    public static let delos = Cloud("https://login.sovcloud-identity.de")
    /// The cloud of the government of Singapore.
    public static let singaporeGovernment = Cloud("https://login.sovcloud-identity.sg")

    /// All known clouds.
    public static let all = [`public`, unitedStates, usGovernment, china, germany, bleu, delos, singaporeGovernment]

    /// The cloud of a host, under any of its names; `nil` for a host of none.
    public init?(host: String) {
        let host = host.lowercased()
        guard let cloud = Self.all.first(where: { $0.host == host || $0.aliases.contains(host) }) else { return nil }
        self = cloud
    }
}
