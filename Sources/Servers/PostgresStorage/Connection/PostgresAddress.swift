// SPDX-License-Identifier: Apache-2.0
import CTesseraPostgres
public import OAuthMessages
import PortableFoundation

/// The address of a database: `postgres://…`, or keywords and values such as `host=db.example.com dbname=tasks`.
///
/// A server that is neither a Unix socket nor on this machine must prove its name with a certificate from a trusted
/// authority (`sslmode=verify-full`), unless the address sets another `sslmode`. Of several hosts, the one that accepts
/// writes is used. Variables such as `PGPASSWORD` apply as in other PostgreSQL programs.
///
/// ```swift
/// let text = try String(contentsOf: credentials.appending(path: "database"), encoding: .utf8)
/// let address = try PostgresAddress(Redacted(text))
/// await show("Connecting to \(address).")  // without the password
/// ```
public struct PostgresAddress: Sendable {
    /// The parameters of the connection, including the password. PostgreSQL §34.1.2
    let parameters: Redacted<[String: String]>

    /// Parses an address, ignoring surrounding white space; the first one loads libpq, PostgreSQL's client library.
    ///
    /// - Throws: ``PostgresError`` (`misconfigured` for an invalid address; `missingLibrary`).
    public init(_ text: Redacted<String>) throws {
        let clientVersion = try PostgresLibrary.load()
        try self.init(text, environment: ProcessInfo.processInfo.environment, clientVersion: clientVersion)
    }

    init(_ text: Redacted<String>, environment: [String: String], clientVersion: Int) throws {
        let text = text.revealed.trimmed()
        var given = try Self.parse(text)
        given["connect_timeout"] = given["connect_timeout"] ?? environment["PGCONNECT_TIMEOUT"] ?? "5"
        given["target_session_attrs"] =
            given["target_session_attrs"] ?? environment["PGTARGETSESSIONATTRS"] ?? "read-write"
        given["fallback_application_name"] = given["fallback_application_name"] ?? "tessera"
        given["client_encoding"] = "UTF8"
        // Without these, a cut network is noticed after a quarter of an hour; both apply to TCP only.
        given["tcp_user_timeout"] = given["tcp_user_timeout"] ?? "10000"
        given["keepalives_idle"] = given["keepalives_idle"] ?? "30"
        let security = ConnectionSecurity(of: given, environment: environment, clientVersion: clientVersion)
        parameters = Redacted(given.merging(security.parameters) { own, _ in own })
    }

    private static func parse(_ text: String) throws -> [String: String] {
        try PostgresLibrary.load()
        // The library's message would quote parts of the text, such as the password.
        guard !text.isEmpty, let options = cpq_conninfoParse(text, nil) else {
            throw PostgresError(
                .misconfigured,
                "the database's URL is invalid; use postgres://USER@HOST/DATABASE, with special characters "
                    + "percent-encoded, or host=HOST dbname=DATABASE user=USER")
        }
        defer { cpq_conninfoFree(options) }
        var given: [String: String] = [:]
        var index: Int32 = 0
        while let keyword = cpq_option_keyword(options, index) {
            if let value = cpq_option_value(options, index) { given[String(cString: keyword)] = String(cString: value) }
            index += 1
        }
        return given
    }
}

extension PostgresAddress: CustomStringConvertible {
    /// The host, port, database, and user, without the password.
    public var description: String {
        ["host", "hostaddr", "port", "dbname", "user"].compactMap { keyword in
            parameters.revealed[keyword].map { "\(keyword)=\($0)" }
        }.joined(separator: " ")
    }
}
