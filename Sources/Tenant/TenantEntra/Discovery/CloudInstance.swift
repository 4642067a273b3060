// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// A cloud: the hosts of one authority.
struct CloudInstance: Sendable, Hashable {
    let preferredNetwork: String
    let preferredCache: String
    let aliases: [String]

    init(_ preferredNetwork: String, cache: String? = nil, aliases: [String]) {
        self.preferredNetwork = preferredNetwork
        preferredCache = cache ?? preferredNetwork
        self.aliases = aliases
    }

    /// The clouds of Microsoft, as recorded.
    static let recorded = [
        CloudInstance(
            "login.microsoftonline.com", cache: "login.windows.net",
            aliases: ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"]),
        CloudInstance(
            "login.partner.microsoftonline.cn", aliases: ["login.partner.microsoftonline.cn", "login.chinacloudapi.cn"]),
        CloudInstance("login.microsoftonline.de", aliases: ["login.microsoftonline.de"]),
        CloudInstance(
            "login.microsoftonline.us", aliases: ["login.microsoftonline.us", "login.usgovcloudapi.net"]),
        CloudInstance("login-us.microsoftonline.com", aliases: ["login-us.microsoftonline.com"]),
    ]

    /// The members as clients read them.
    var json: OrderedJSON {
        .object([
            ("preferred_network", .string(preferredNetwork)), ("preferred_cache", .string(preferredCache)),
            ("aliases", .strings(aliases)),
        ])
    }
}
