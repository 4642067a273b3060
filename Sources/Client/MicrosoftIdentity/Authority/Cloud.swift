// SPDX-License-Identifier: Apache-2.0
/// One of the clouds in which Entra ID runs, each with directories, keys and issuers of its own.
///
/// The hosts are those that instance discovery names (`/common/discovery/instance`), as data: an app need not ask
/// before every sign-in what has not changed in years, and no answer can make two clouds one.
public struct Cloud: Sendable, Hashable {
    /// The host that is asked, and that stands in its issuers.
    public let host: String
    /// Other hosts of the same cloud: what was signed in there was signed in here.
    public let aliases: Set<String>

    private init(_ host: String, aliases: Set<String> = []) {
        self.host = host
        self.aliases = aliases
    }

    /// Everybody's.
    public static let `public` = Cloud(
        "login.microsoftonline.com", aliases: ["login.windows.net", "login.microsoft.com", "sts.windows.net"])
    /// The public cloud's own entrance in the United States, which instance discovery keeps apart.
    public static let unitedStates = Cloud("login-us.microsoftonline.com")
    /// That of the government of the United States.
    public static let usGovernment = Cloud("login.microsoftonline.us", aliases: ["login.usgovcloudapi.net"])
    /// That which 21Vianet runs in China.
    public static let china = Cloud("login.partner.microsoftonline.cn", aliases: ["login.chinacloudapi.cn"])
    /// The German one of 2015, closed in 2021; its host still stands in settings.
    public static let germany = Cloud("login.microsoftonline.de")
    /// That which Bleu runs in France.
    public static let bleu = Cloud("login.sovcloud-identity.fr")
    /// That which Delos runs in Germany.
    public static let delos = Cloud("login.sovcloud-identity.de")
    /// That of the government of Singapore.
    public static let singaporeGovernment = Cloud("login.sovcloud-identity.sg")

    /// All that are known.
    public static let all = [`public`, unitedStates, usGovernment, china, germany, bleu, delos, singaporeGovernment]

    /// The cloud to which a host belongs, under any of its names; `nil` for a host of none.
    public init?(host: String) {
        let host = host.lowercased()
        guard let cloud = Self.all.first(where: { $0.host == host || $0.aliases.contains(host) }) else { return nil }
        self = cloud
    }

    /// The host as the beginning of an address.
    var base: String { "https://\(host)" }
}
