// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import PortableFoundation

/// One of the clouds that Entra ID runs in, with its own directories, keys, and issuers.
///
/// The hosts are those of instance discovery (`/common/discovery/instance`). They have not changed in years, so an app
/// need not request them before every sign-in, and no response can merge two clouds.
///
/// ```swift
/// let cloud = Cloud(host: "login.windows.net")  // an older name of the public cloud
/// let isPublic = cloud == .public
/// let work = Authority.entra(.organizations, in: cloud ?? .usGovernment)
/// ```
public struct Cloud: Sendable, Hashable {
    /// The host for requests and issuers.
    public let host: String
    /// Other hosts of the same cloud; signing in at one of them is signing in at ``host``.
    package let aliases: Set<String>

    let base: URL

    private init(_ base: StaticString, aliases: Set<String> = []) {
        self.base = URL(constant: base)
        host = String("\(base)".dropFirst("https://".count))
        self.aliases = aliases
    }

    /// The public cloud.
    public static let `public` = Cloud(
        "https://login.microsoftonline.com", aliases: ["login.windows.net", "login.microsoft.com", "sts.windows.net"])
    /// The public cloud's own host in the United States, which instance discovery lists separately.
    public static let unitedStates = Cloud("https://login-us.microsoftonline.com")
    /// The US government cloud.
    public static let usGovernment = Cloud("https://login.microsoftonline.us", aliases: ["login.usgovcloudapi.net"])
    /// The cloud operated by 21Vianet in China.
    public static let china = Cloud("https://login.partner.microsoftonline.cn", aliases: ["login.chinacloudapi.cn"])
    /// The German cloud from 2015, closed in 2021; its host still appears in settings.
    public static let germany = Cloud("https://login.microsoftonline.de")
    /// The cloud operated by Bleu in France.
    public static let bleu = Cloud("https://login.sovcloud-identity.fr")
    /// The cloud operated by Delos in Germany.
    public static let delos = Cloud("https://login.sovcloud-identity.de")
    /// The Singapore government cloud.
    public static let singaporeGovernment = Cloud("https://login.sovcloud-identity.sg")

    /// All known clouds.
    public static let all = [`public`, unitedStates, usGovernment, china, germany, bleu, delos, singaporeGovernment]

    /// Creates the cloud that has a host, under any of its names; `nil` for an unknown host.
    public init?(host: String) {
        let host = host.lowercased()
        guard let cloud = Self.all.first(where: { $0.host == host || $0.aliases.contains(host) }) else { return nil }
        self = cloud
    }
}
