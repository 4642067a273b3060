// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import HTTPTransport
import Hosts
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import Synchronization
import TenantDirectory

/// Caches the freshness of clients that publish metadata. draft-ietf-oauth-client-id-metadata-document §4, §5
final class ClientDocuments: Sendable {
    /// In bytes. §6.6
    static let longestDocument = 8 << 10
    /// The freshness of a document if its server sets none, and the maximum; the limits are Tessera's.
    static let usualFreshness: TimeInterval = 300
    static let longestFreshness: TimeInterval = 86_400
    /// The time during which a refused document is not fetched again.
    static let pause: TimeInterval = 10
    /// The maximum number of cached URLs, and of concurrent fetches.
    static let capacity = 1000
    static let mostFetches = 8

    private struct Visit {
        /// The validity of the result; a clock that goes back before it ends it, too.
        let time: Range<Date>
        let problem: StandardProblem?
    }

    private struct State {
        var visits: [String: Visit] = [:]
        var fetches = 0

        mutating func beginFetch() throws {
            guard fetches < mostFetches else { throw StandardProblem.tooManyDocuments }
            fetches += 1
        }
    }

    private let state = Mutex(State())

    /// - Throws: ``StandardProblem`` for a document that cannot be fetched or used.
    func client(
        at address: ClientMetadataAddress, known: StandardClient?, of provider: StandardProvider
    ) async throws -> StandardClient {
        let now = provider.now
        if let visit = state.withLock({ $0.visits[address.text] }), visit.time.contains(now) {
            if let problem = visit.problem { throw problem }
            if let known { return known }
        }
        guard address.isFetchable(fromLoopback: provider.settings.names.isLoopback) else {
            throw StandardProblem.unusableDocument("The client id is a URL that this tenant does not fetch.")
        }
        // Not cached: this error says nothing about the document.
        try state.withLock { try $0.beginFetch() }
        defer { state.withLock { $0.fetches -= 1 } }
        do {
            let response = try await fetch(address, over: provider.settings.transport)
            let servers = try await provider.resourceServers()
            let client = try Self.client(response, at: address, servers: servers, now: now)
            try await provider.database.write { database in
                try StandardClient.makeRoomForUnused(in: database)
                // An upsert, because a replaced row would delete the grants of the client.
                try client.upsert(database)
            }
            let freshness = response.freshness(now: now).map { TimeInterval($0.components.seconds) }
            let end = now + min(freshness ?? Self.usualFreshness, Self.longestFreshness)
            remember(Visit(time: now..<end, problem: nil), address)
            return client
        } catch let problem as StandardProblem {
            remember(Visit(time: now..<now + Self.pause, problem: problem), address)
            throw problem
        }
    }

    private func remember(_ visit: Visit, _ address: ClientMetadataAddress) {
        state.withLock { state in
            // A forgotten document is only fetched again.
            if state.visits.count >= Self.capacity { state.visits = [:] }
            state.visits[address.text] = visit
        }
    }

    private func fetch(
        _ address: ClientMetadataAddress, over transport: any Transport
    ) async throws -> TransportResponse {
        do {
            var request = HTTPRequest(url: address.url)
            request.headerFields[.accept] = "application/json"
            return try await PeerRule.$current.withValue(address.peerRule) { try await transport.send(request) }
        } catch is TransportError, is PeerRule.Violation {
            throw StandardProblem.unusableDocument("The client's metadata cannot be fetched from its client id.")
        }
    }

    /// Validates the response: the document must be for its own URL, and contain no secret. §4.1
    static func client(
        _ response: TransportResponse, at address: ClientMetadataAddress, servers: ResourceServers, now: Date
    ) throws -> StandardClient {
        let type = response.head.headerFields[.contentType]?.prefix { $0 != ";" }.lowercased().trimmed()
        guard response.status == .ok, let type, type == "application/json" || type.hasSuffix("+json") else {
            throw StandardProblem.unusableDocument("The client id's URL does not return 200 with JSON.")
        }
        guard response.body.count <= longestDocument,
            let members = try? StrictJSON.object(in: response.body, maximumDepth: 8)
        else {
            throw StandardProblem.unusableDocument(
                "The client's metadata is not a single JSON object of at most \(longestDocument) bytes.")
        }
        guard members["client_id"]?.string?.isSameSecret(as: address.text) == true else {
            throw StandardProblem.unusableDocument("The client_id in the client's metadata is not its URL.")
        }
        let methods: Set<JSONValue?> = [nil, .string("none"), .string("private_key_jwt")]
        guard members["client_secret"] == nil, members["client_secret_expires_at"] == nil,
            methods.contains(members["token_endpoint_auth_method"])
        else {
            throw StandardProblem.unusableDocument(
                "A client that publishes its metadata has no secret: use the method none or private_key_jwt.")
        }
        do {
            return try StandardClient(
                registering: members, id: address.text, authenticatingBy: .none, among: [.none, .privateKey],
                secret: nil, servers: servers, now: now)
        } catch let error as StandardError {
            throw StandardProblem.unusableDocument(error.description)
        }
    }
}

extension StandardProvider {
    /// The client of a request that starts a sign-in; fetches stale published metadata, or throws ``StandardProblem``.
    func clientAsking(_ id: String) async throws -> StandardClient? {
        let known = try await client(id)
        guard known?.isSelfRegistered ?? true, let address = ClientMetadataAddress(id) else { return known }
        return try await documents.client(at: address, known: known, of: self)
    }

    /// A later request uses the earlier metadata if they cannot be fetched, or people would be signed out.
    func clientContinuing(_ id: String) async throws -> StandardClient? {
        guard let known = try await client(id), known.isSelfRegistered, !known.isPublic else {
            return try await client(id)
        }
        do {
            return try await clientAsking(id)
        } catch is StandardProblem {
            return known
        }
    }
}

extension StandardProblem {
    static func unusableDocument(_ description: String) -> StandardProblem {
        StandardProblem(
            title: "The app's metadata cannot be used",
            error: StandardError(.invalidClient, description),
            hint: "The client id is a URL where the app must publish its metadata.")
    }

    static let tooManyDocuments = StandardProblem(
        title: "Too many app metadata requests",
        error: StandardError(.temporarilyUnavailable, "Too many client metadata documents are being fetched."),
        hint: "Try again in a few seconds.")
}

/// A client id that is the URL of the client's metadata. draft-ietf-oauth-client-id-metadata-document §3
struct ClientMetadataAddress: Sendable, Hashable {
    /// Exactly as the client sends it.
    let text: String
    let url: URL
    let host: URLHost

    init?(_ text: String) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("#"),
            let parts = URLComponents(string: text), let url = parts.url, let scheme = parts.scheme?.lowercased(),
            let host = try? URLHost(of: parts), scheme == "https" || scheme == "http" && host.isLoopback,
            parts.percentEncodedPath.hasPrefix("/")
        else { return nil }
        let segments = parts.percentEncodedPath.lowercased().replacing("%2e", with: ".").split(separator: "/")
        guard !segments.contains("."), !segments.contains("..") else { return nil }
        (self.text, self.url, self.host) = (text, url, host)
    }

    /// Whether a tenant may fetch it.
    ///
    /// A tenant on loopback may fetch from loopback, so that apps in development can publish there. Other private
    /// addresses are never fetched: anyone can send the tenant there. §6.5
    func isFetchable(fromLoopback isLoopback: Bool) -> Bool {
        host.isLoopback ? isLoopback : !host.isPrivateAddress
    }

    /// The addresses to which the name may resolve, since its owner controls them; `nil` for loopback. §6.5
    var peerRule: PeerRule? { host.isLoopback ? nil : PeerRule(allowsProxy: true, admits: IPAddress.isGlobal) }
}
