// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import CommandArguments
import HTTPMessages
import HTTPTransport
import Hosts
import PortableFoundation
import QuickStart
import SignIn

struct RunningTenantOptions: ParsableArguments {
    @Option("--tenant <url>", help: "The tenant's URL. Default: the running demo's, or http://127.0.0.1:4400.")
    var tenant: String?

    func base() throws -> URL {
        if let tenant {
            guard let url = URL(string: tenant), url.isWebAddress else {
                throw CommandError(
                    "'\(tenant)' is not a valid URL", hint: "use a URL such as http://127.0.0.1:4400", .settingsWrong)
            }
            return url
        }
        if let demo = try DemoNote.read() { return try DemoNote.settings(in: demo).registration.issuer }
        guard let usual = URL(string: "http://127.0.0.1:\(DefaultPorts.tenant)") else { throw CocoaError(.formatting) }
        return usual
    }
}

struct RunningTenant: Sendable {
    private let base: URL
    private let transport: any Transport

    static func run<Result: Sendable>(
        _ options: RunningTenantOptions, _ body: @escaping @Sendable (RunningTenant) async throws -> Result
    ) async throws -> Result {
        let base = try options.base()
        return try await Interruption.cancelling {
            try await withSystemTransport { try await body(RunningTenant(base: base, transport: $0)) }
        }
    }

    func send<Reply: Decodable>(
        _ method: HTTPRequest.Method, _ path: String, _ content: (some Encodable)? = String?.none
    ) async throws -> Reply {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            return try decoder.decode(Reply.self, from: try await answer(method, path, content))
        } catch is DecodingError {
            throw Self.noTenant(base)
        }
    }

    func order(_ method: HTTPRequest.Method, _ path: String) async throws {
        _ = try await answer(method, path, String?.none)
    }

    private func answer(
        _ method: HTTPRequest.Method, _ path: String, _ content: (some Encodable)?
    ) async throws -> Data {
        guard let url = URL(string: "/tessera/v1/\(path)", relativeTo: base)?.absoluteURL else {
            throw Self.noTenant(base)
        }
        var request = HTTPRequest(method: method, url: url)
        request.headerFields[.contentType] = "application/json"
        request.headerFields[.authorization] = try authorization(to: url)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let response = try await transport.send(request, body: try content.map { try encoder.encode($0) } ?? Data())
        guard (200...299).contains(response.status.code) else {
            guard let problem = try? JSONDecoder().decode(Problem.self, from: response.body) else {
                throw Self.noTenant(base)
            }
            throw CommandError("the tenant: \(problem.sentence)", hint: "see `tessera tenant --help`")
        }
        return response.body
    }

    /// The key for the API, which plain http to another machine would expose.
    private func authorization(to url: URL) throws -> String? {
        guard let key = TenantCommand.administrationKey else { return nil }
        guard Origin(url)?.isSecure == true else {
            throw CommandError(
                "the key in TESSERA_ADMINISTRATION_KEY is not sent to \(base.absoluteString): http would expose it",
                hint: "use the tenant's https URL (`tessera tenant --tls`), or run this command on its machine",
                .settingsWrong)
        }
        return "Bearer \(key)"
    }

    /// An error response after RFC 9457.
    private struct Problem: Decodable {
        struct Place: Decodable {
            let pointer: String
            let detail: String
        }

        let detail: String
        let errors: [Place]?

        var sentence: String {
            guard let errors, !errors.isEmpty else { return detail }
            return errors.map { "\($0.pointer.isEmpty ? "/" : $0.pointer): \($0.detail)" }.joined(separator: "; ")
        }
    }

    private static func noTenant(_ base: URL) -> CommandError {
        CommandError(
            "the server at \(base.absoluteString) is not a local tenant",
            hint: "start `tessera tenant`, or give its URL: --tenant URL", .unavailable)
    }
}

/// The case with this name; throws a `ValidationError` with all valid names.
func argument<Value: RawRepresentable & CaseIterable>(_ text: String, of type: Value.Type) throws -> Value
where Value.RawValue == String {
    guard let value = Value(rawValue: text) else {
        let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("'\(text)' must be one of: \(names).")
    }
    return value
}
