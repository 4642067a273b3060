// SPDX-License-Identifier: Apache-2.0

/// One setting of the task service; reading, `--help`, docs/task-service.md, and the tests use the table ``all``.
package struct Setting: Sendable {
    package enum Kind: Sendable, Hashable {
        case text
        case file
        case number(ClosedRange<Int>)
        case flag
        /// An array in the file, separated by commas elsewhere.
        case texts
        case choice([String])
    }

    /// The name in the file, with dots between its parts; `NAME` is replaced by a provider's name.
    package let name: String
    package let kind: Kind
    package let usual: String?
    package let meaning: String
    /// Whether it contains a secret, which no argument may contain, and which is never printed.
    package let isSecret: Bool
    package let isReread: Bool

    private init(
        _ name: String, _ kind: Kind, or usual: String? = nil, secret: Bool = false, reread: Bool = false,
        _ meaning: String
    ) {
        (self.name, self.kind, self.usual, self.meaning) = (name, kind, usual, meaning)
        (isSecret, isReread) = (secret, reread)
    }

    /// In the order of the documentation.
    package static let all: [Setting] = [
        Setting("listen.address", .text, or: "127.0.0.1", "The address to listen on. 0.0.0.0 means all addresses."),
        Setting("listen.port", .number(0...65535), or: "3000", "The port to listen on. 0 picks a free port."),
        Setting("listen.hosts", .texts, "Additional host names that requests may use, such as those of a container."),
        Setting("baseURL", .text, "The public base URL of the service, if it is behind a proxy."),
        Setting(
            "proxy.trusted", .flag, or: "false",
            "Take request ids from X-Request-ID. Use it only on a port that only your proxy can reach."),
        Setting("tls.certificateFile", .file, reread: true, "The certificates for https, in PEM. Without them, http."),
        Setting("tls.keyFile", .file, reread: true, "The private key of the certificate, in PEM."),
        Setting("data.folder", .text, "The folder for tasks in SQLite, for a single process."),
        Setting(
            "database.address", .text, secret: true,
            "The PostgreSQL URL, for any number of processes: postgres://USER@HOST/DATABASE."),
        Setting(
            "database.addressFile", .file, reread: true,
            "A file with the PostgreSQL URL, instead of database.address."),
        Setting("database.connections", .number(1...500), or: "8", "The maximum number of connections to PostgreSQL."),
        Setting("providers", .texts, or: "default", "The names of the providers whose tokens the service accepts."),
        Setting("provider.NAME.issuer", .text, "The issuer of a standard OpenID provider."),
        Setting(
            "provider.NAME.authority", .text,
            "The URL of a Microsoft tenant or user flow, instead of provider.NAME.issuer."),
        Setting("provider.NAME.audiences", .texts, "The audiences (aud) of the service in tokens; at least one."),
        Setting(
            "provider.NAME.scopeRule", .choice(["everyCaller", "everyAppButItsOwn"]), or: "everyCaller",
            "Which tokens must have the scope. A user flow issues none to an app that is its own API."),
        Setting("scope", .text, or: "Tasks.ReadWrite", "The scope that a token must have."),
        Setting("cors.origins", .texts, "The origins whose pages may call the service from a browser."),
        Setting("limits.tasks", .number(1...10_000), or: "500", "The maximum number of tasks per user."),
        Setting(
            "limits.requestsPerMinute", .number(0...1_000_000), or: "600",
            "The maximum number of requests per user per minute, before 429. 0 means no limit."),
        Setting(
            "limits.contentSeconds", .number(1...3600), or: "60",
            "The time limit for receiving a request, and for sending a response."),
        Setting(
            "limits.idleSeconds", .number(1...3600), or: "75",
            "The time limit of an idle connection. Must be longer than the proxy's."),
        Setting("metrics.address", .text, or: "127.0.0.1", "The address for metrics, health, and readiness."),
        Setting(
            "metrics.port", .number(0...65535), "The port for metrics, health, and readiness. Without it, they are off."
        ),
        Setting(
            "log.level", .choice(["trace", "debug", "info", "notice", "warning", "error", "critical"]), or: "info",
            reread: true, "The minimum log level. debug logs one line per request."),
        Setting(
            "log.format", .choice(["json", "text"]), "The log format. Default: text on a terminal, otherwise json."),
        Setting(
            "traces.collector", .text,
            "The URL of an OTLP/HTTP collector, such as http://127.0.0.1:4318. Without it, no traces."),
        Setting(
            "shutdown.drainSeconds", .number(0...600), or: "0",
            "How long to keep serving after SIGTERM, while readiness fails, until the load balancer notices."),
        Setting(
            "shutdown.limitSeconds", .number(1...600), or: "30",
            "The time limit for open requests after the drain."),
    ]

    static let placeholder = "NAME"

    var components: [String] { name.split(separator: ".").map(String.init) }

    package var flag: String {
        "--"
            + components.map { $0 == Self.placeholder ? $0 : Self.words(in: $0).joined(separator: "-").lowercased() }
            .joined(separator: "-")
    }

    package var variable: String {
        SettingSources.prefix + "_"
            + components.flatMap { Self.words(in: $0) }.joined(separator: "_").uppercased()
    }

    package var kindText: String {
        switch kind {
        case .text: "string"
        case .file: "file"
        case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .texts: "list of strings"
        case .choice(let texts): texts.joined(separator: ", ")
        }
    }

    private static func words(in name: String) -> [String] {
        name.replacing(#/([a-z])([A-Z])/#) { "\($0.1) \($0.2)" }.split(separator: " ").map(String.init)
    }
}

package struct SettingProblem: Sendable, Hashable, CustomStringConvertible {
    /// For an unknown setting, its name as given.
    package let name: String
    /// A flag, a variable, or the file; `nil` for a missing value.
    package let place: String?
    package let text: String
    package var isOfArguments = false

    init(_ name: String, _ place: String? = nil, _ text: String, ofArguments: Bool = false) {
        (self.name, self.place, self.text, isOfArguments) = (name, place, text, ofArguments)
    }

    package var description: String { "\(name)\(place.map { ", from \($0)" } ?? ""): \(text)" }
}

package struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    package let problems: [SettingProblem]

    package var description: String {
        let count = problems.count == 1 ? "a setting is invalid" : "\(problems.count) settings are invalid"
        return ([count + ":"] + problems.map(\.description)).joined(separator: "\n  ")
    }
}
