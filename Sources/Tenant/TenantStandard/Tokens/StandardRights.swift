// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import TenantDirectory

/// The rights of a grant or a token: scopes, the APIs that accept it, and authorization details.
///
/// RFC 6749 §3.3, RFC 8707 §2, RFC 9396 §2
struct StandardRights: Sendable, Hashable {
    var scopes: ScopeSet
    /// The URIs of the APIs that the client named; without any, the scopes choose the APIs.
    var resources: [String] = []
    var details: AuthorizationDetails?

    /// The part that a person agrees to once: the scopes, and the named APIs.
    var consents: ScopeSet { scopes.union(ScopeSet(resources)) }
}

/// A row that stores rights in three columns.
protocol StandardRightsRow {
    /// The scopes, separated by spaces.
    var scope: String { get }
    /// The URIs of the APIs, separated by spaces; `nil` if the client named none.
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
    /// The rights that an authorization request or a device asks for, as far as the client may have them.
    ///
    /// Unknown scopes are ignored (OpenID Connect Core §3.1.2.1). A request that names APIs and no scope asks for all
    /// scopes of these APIs that the client may have. RFC 6749 §3.3, RFC 8707 §2.1, RFC 9396 §2
    ///
    /// - Throws: ``StandardError`` (`invalid_scope`, `invalid_target`, `invalid_authorization_details`).
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
    /// The scopes that a token request asks for, which must be among these; all of them by default. RFC 6749 §3.3, §6
    func narrowed(by form: FormParameters) throws -> ScopeSet {
        guard let text = try form.optional("scope") else { return self }
        let asked = ScopeSet(text: text)
        guard text.isNQSCHARText, !asked.isEmpty, asked.scopes.allSatisfy(contains) else {
            throw StandardError(.invalidScope, "The scope is more than was granted, or malformed.")
        }
        return asked
    }
}

extension StandardRights {
    /// The part of the rights that a token request asks for; all of them by default.
    ///
    /// RFC 6749 §6, RFC 8707 §2.2, RFC 9396 §6
    ///
    /// - Throws: ``StandardError`` (`invalid_scope`, `invalid_target`, `invalid_authorization_details`).
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
                    .invalidAuthorizationDetails, "The authorization_details are more than was granted.")
            }
            narrowed.details = asked
        } else if !targets.isEmpty, let details {
            // Another API must not learn of them.
            let understood = Set(targets.flatMap(\.metadata.authorizationDetailsTypes))
            if details.types.isDisjoint(with: understood) { narrowed.details = nil }
        }
        return narrowed
    }

    /// Whether an API is among the named ones, or without any, among those that the other rights open.
    private func isGranted(_ server: StandardClient) -> Bool {
        guard resources.isEmpty else { return resources.contains(server.audience) }
        return server.isOpened(by: self)
    }
}

extension StandardClient {
    /// Whether this API accepts a token with these rights.
    func accepts(_ rights: StandardRights) -> Bool {
        guard rights.resources.isEmpty else { return isResourceServer && rights.resources.contains(audience) }
        return isOpened(by: rights)
    }

    /// Whether rights that name no API open this one: by its scopes, or by the types of authorization details.
    func isOpened(by rights: StandardRights) -> Bool {
        metadata.resourceScopes.contains(where: rights.scopes.contains)
            || rights.details?.types.isDisjoint(with: metadata.authorizationDetailsTypes) == false
    }
}

/// Authorization details: objects of an API's own making, of which the provider reads only the type.
///
/// RFC 9396 §2
struct AuthorizationDetails: Sendable, Hashable {
    /// The longest text, in bytes, and the largest number of objects; our own choice.
    static let longestText = 8192
    static let mostElements = 16

    /// The objects, each with a `type`.
    let elements: [JSONValue]

    /// Reads the parameter `authorization_details`.
    ///
    /// - Throws: ``StandardError`` (`invalid_authorization_details`).
    init(_ text: String) throws {
        // The reader takes objects; a text that adds members to this one is refused.
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
