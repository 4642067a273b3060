// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import TenantDirectory

/// The rights of a grant or a token. RFC 6749 §3.3, RFC 8707 §2, RFC 9396 §2
struct StandardRights: Sendable, Hashable {
    var scopes: ScopeSet
    /// The URIs of the requested APIs; without any, the scopes choose the APIs.
    var resources: [String] = []
    var details: AuthorizationDetails?

    var consents: ScopeSet { scopes.union(ScopeSet(resources)) }
}

protocol StandardRightsRow {
    /// Separated by spaces.
    var scope: String { get }
    /// Separated by spaces; `nil` if the client requested none.
    var resources: String? { get }
    var authorizationDetails: String? { get }
}

extension StandardRightsRow {
    var rights: StandardRights {
        StandardRights(
            scopes: ScopeSet(text: scope), resources: ScopeSet(text: resources ?? "").scopes,
            details: authorizationDetails.flatMap { try? AuthorizationDetails($0) })
    }
}

extension StandardRights {
    var resourceText: String? { resources.isEmpty ? nil : resources.joined(separator: " ") }

    var detailText: String? { details?.json.text }
}

extension FormParameters {
    /// The requested rights that the client may have. RFC 6749 §3.3, RFC 8707 §2.1, RFC 9396 §2
    ///
    /// Unknown scopes are ignored (OpenID Connect Core §3.1.2.1). A request for APIs without a scope means all scopes
    /// of these APIs that the client may have.
    func rights(
        for client: StandardClient, responseType: StandardResponseType, among servers: ResourceServers
    ) throws -> StandardRights {
        let targets = try servers.targets(of: self)
        let details = try authorizationDetails(types: servers.detailTypes)
        let text = try optional("scope")
        guard text != nil || !targets.isEmpty || details != nil else {
            throw StandardError(.invalidScope, "The parameter scope is missing.")
        }
        guard text?.isNQSCHARText ?? true else {
            throw StandardError(.invalidScope, "The scope has characters that RFC 6749 section 3.3 does not allow.")
        }
        let ofTargets = targets.flatMap(\.metadata.resourceScopes)
        let allowed = servers.scopes(allowedTo: client)
        var granted = text.map { ScopeSet(text: $0).scopes } ?? ofTargets
        granted.removeAll { !allowed.contains($0) }
        if !targets.isEmpty {
            granted.removeAll { !ScopeSet.openIDConnect.contains($0) && !ofTargets.contains($0) }
        }
        // A refresh token needs a code, and a client that registered the grant type. OpenID Connect Core §11
        if !responseType.hasCode || !client.metadata.grantTypes.contains(.refreshToken) {
            granted.removeAll { $0 == "offline_access" }
        }
        let needsNoScope = details != nil || targets.contains { $0.metadata.resourceScopes.isEmpty }
        guard !granted.isEmpty || needsNoScope else {
            throw StandardError(.invalidScope, "This client may not request any of the scopes.")
        }
        guard granted.contains("openid") || !responseType.hasIDToken else {
            throw StandardError(.invalidScope, "An ID token needs the scope openid.")
        }
        return StandardRights(scopes: ScopeSet(granted), resources: targets.map(\.audience), details: details)
    }

    private func authorizationDetails(types: Set<String>) throws -> AuthorizationDetails? {
        guard let text = try optional("authorization_details") else { return nil }
        let details = try AuthorizationDetails(text)
        guard details.types.isSubset(of: types) else {
            throw StandardError(
                .invalidAuthorizationDetails, "No API here declares a type of the authorization_details.")
        }
        return details
    }
}

extension ScopeSet {
    /// The requested scopes, which must be among these; all by default. RFC 6749 §3.3, §6
    func narrowed(by form: FormParameters) throws -> ScopeSet {
        guard let text = try form.optional("scope") else { return self }
        let asked = ScopeSet(text: text)
        guard text.isNQSCHARText, !asked.isEmpty, asked.scopes.allSatisfy(contains) else {
            throw StandardError(.invalidScope, "The scope exceeds the grant, or is malformed.")
        }
        return asked
    }
}

extension StandardRights {
    /// The requested part of the rights; all by default. RFC 6749 §6, RFC 8707 §2.2, RFC 9396 §6
    func narrowed(by form: FormParameters, among servers: ResourceServers) throws -> StandardRights {
        var narrowed = self
        narrowed.scopes = try scopes.narrowed(by: form)
        let targets = try servers.targets(of: form)
        if !targets.isEmpty {
            guard targets.allSatisfy(isGranted) else {
                throw StandardError(.invalidTarget, "The user did not consent to this resource.")
            }
            narrowed.resources = targets.map(\.audience)
            let opened = Set(targets.flatMap(\.metadata.resourceScopes))
            narrowed.scopes = ScopeSet(
                narrowed.scopes.scopes.filter { ScopeSet.openIDConnect.contains($0) || opened.contains($0) })
        }
        if let text = try form.optional("authorization_details") {
            let asked = try AuthorizationDetails(text)
            guard let details, asked.elements.allSatisfy(details.elements.contains) else {
                throw StandardError(
                    .invalidAuthorizationDetails, "The authorization_details exceed the grant.")
            }
            narrowed.details = asked
        } else if !targets.isEmpty, let details {
            // Another API must not learn of them.
            let understood = Set(targets.flatMap(\.metadata.authorizationDetailsTypes))
            if details.types.isDisjoint(with: understood) { narrowed.details = nil }
        }
        return narrowed
    }

    private func isGranted(_ server: StandardClient) -> Bool {
        guard resources.isEmpty else { return resources.contains(server.audience) }
        return server.isOpened(by: self)
    }
}

extension StandardClient {
    func accepts(_ rights: StandardRights) -> Bool {
        guard rights.resources.isEmpty else { return isResourceServer && rights.resources.contains(audience) }
        return isOpened(by: rights)
    }

    /// Whether rights without a named API include this one, by a scope or a type of authorization details.
    func isOpened(by rights: StandardRights) -> Bool {
        metadata.resourceScopes.contains(where: rights.scopes.contains)
            || rights.details?.types.isDisjoint(with: metadata.authorizationDetailsTypes) == false
    }
}

/// Objects that an API defines; the provider only reads the type. RFC 9396 §2
struct AuthorizationDetails: Sendable, Hashable {
    /// The maximum size in bytes, and number of objects; the limits are Tessera's.
    static let longestText = 8192
    static let mostElements = 16

    /// Each with a `type`.
    let elements: [JSONValue]

    init(_ text: String) throws {
        // The parser accepts objects only; a text that adds members to this one is refused.
        guard text.utf8.count <= Self.longestText,
            let members = try? StrictJSON.object(in: #"{"details":\#(text)}"#.utf8, maximumDepth: 16),
            members.count == 1, let elements = members["details"]?.array,
            (1...Self.mostElements).contains(elements.count),
            elements.allSatisfy({ $0.object?["type"]?.string != nil })
        else {
            throw StandardError(
                .invalidAuthorizationDetails,
                "Send an array of 1 to \(Self.mostElements) objects with a type each, in \(Self.longestText) bytes.")
        }
        self.elements = elements
    }

    var types: Set<String> { Set(elements.compactMap { $0.object?["type"]?.string }) }

    var json: JSONValue { .array(elements) }
}
