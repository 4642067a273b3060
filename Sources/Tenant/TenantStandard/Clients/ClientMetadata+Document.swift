// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import Hosts
package import JSONWebSignatures
import OAuthMessages
import PortableFoundation
package import TenantDirectory

extension ClientMetadata {
    private static let usual = ClientMetadata(name: "")

    mutating func readAddresses(_ object: inout DocumentObject) {
        applicationType = object.choice("application_type", of: ApplicationType.self)
        let form = "an absolute address without a fragment, such as http://localhost"
        redirectURIs = object.texts("redirect_uris", as: form) { RedirectURI($0) != nil }
        postLogoutRedirectURIs = object.texts("post_logout_redirect_uris", as: form) { RedirectURI($0) != nil }
        backChannelLogoutURI = object.text("backchannel_logout_uri", as: "an http or https address") { text in
            text.wholeMatch(of: #/https?:\/\/[^\/#]+[^#]*/#) != nil && URL(string: text)?.isWebAddress == true
        }
        allowedOrigins = object.texts("allowed_origins", as: "an origin, such as https://app.example") { text in
            // Browsers send no other spelling.
            ["http://", "https://"].contains(where: text.hasPrefix)
                && URL(string: text).flatMap(Origin.init)?.description == text
        }
    }

    mutating func readPermissions(_ object: inout DocumentObject) {
        readAuthenticationMethods(&object)
        grantTypes = object.choices("grant_types", or: grantTypes)
        responseTypes = object.choices("response_types", or: responseTypes)
        if object.has("scope") {
            scopes = (object.text("scope", maximum: 2048) ?? "").split(separator: " ").map(String.init)
        }
        if let keys = object.take("jwks") {
            keySet = keys.text
            if keys.object == nil || (try? JSONWebKeySet(jsonData: keys.text.utf8)) == nil {
                object.complain("jwks", "This must be a JSON Web Key Set with public keys (RFC 7517 §5).")
            }
        }
        readCertificate(&object)
        requiresProofKey = object.flag("require_proof_key", or: requiresProofKey)
        requiresPushedRequests = object.flag("require_pushed_authorization_requests", or: requiresPushedRequests)
        requiresDPoP = object.flag("dpop_bound_access_tokens", or: requiresDPoP)
        requiresDPoPNonce = object.flag("require_dpop_nonce", or: requiresDPoPNonce)
        resource = object.text("resource")
        resourceScopes = object.texts("resource_scopes")
        authorizationDetailsTypes = object.texts("authorization_details_types")
    }

    /// A single method, or a list, which is our own extension.
    ///
    /// The default is `client_secret_basic` (RFC 7591 §2); for a client without a secret, `none`.
    private mutating func readAuthenticationMethods(_ object: inout DocumentObject) {
        let one = object.choice("token_endpoint_auth_method", of: AuthenticationMethod.self)
        let hasSecret = object.has("client_secret") || object.has("client_secret_hash")
        let usual: Set<AuthenticationMethod> = hasSecret ? [.secretBasic] : [.none]
        authenticationMethods = object.choices("token_endpoint_auth_methods", or: one.map { [$0] } ?? usual)
        if one != nil, object.has("token_endpoint_auth_methods") {
            object.complain(
                "token_endpoint_auth_methods", "Give token_endpoint_auth_method or this list, not both.", .conflict)
        }
    }

    mutating func readTokens(_ object: inout DocumentObject) {
        idTokenAlgorithm = object.choice("id_token_signed_response_alg", of: TokenAlgorithm.self) ?? idTokenAlgorithm
        if object.flag("include_claims_in_id_token", or: false) { includesClaimsInIDToken = true }
        userInfoAlgorithm = object.choice("userinfo_signed_response_alg", of: TokenAlgorithm.self)
        accessTokenFormat = object.choice("access_token_format", of: AccessTokenFormat.self) ?? accessTokenFormat
        rotatesRefreshTokens = object.flag("rotate_refresh_tokens", or: rotatesRefreshTokens)
    }

    func write(to members: inout DocumentMembers) {
        let usual = Self.usual
        members.add("client_name", name)
        members.add("application_type", applicationType?.rawValue)
        members.add("redirect_uris", redirectURIs)
        members.add("post_logout_redirect_uris", postLogoutRedirectURIs)
        members.add("backchannel_logout_uri", backChannelLogoutURI)
        members.add("allowed_origins", allowedOrigins)
        if let one = authenticationMethods.first, authenticationMethods.count == 1 {
            members.add("token_endpoint_auth_method", one.rawValue)
        } else {
            members.add("token_endpoint_auth_methods", authenticationMethods, ordinarily: [])
        }
        members.add("grant_types", grantTypes, ordinarily: usual.grantTypes)
        members.add("response_types", responseTypes, ordinarily: usual.responseTypes)
        members.add("scope", scopes.joined(separator: " "), ordinarily: usual.scopes.joined(separator: " "))
        members.add("jwks", keySet.flatMap { try? .object(StrictJSON.object(in: $0.utf8)) } ?? .null)
        writeCertificate(to: &members)
        members.add("require_proof_key", requiresProofKey, ordinarily: usual.requiresProofKey)
        members.add("require_pushed_authorization_requests", requiresPushedRequests, ordinarily: false)
        members.add("dpop_bound_access_tokens", requiresDPoP, ordinarily: false)
        members.add("require_dpop_nonce", requiresDPoPNonce, ordinarily: false)
        members.add("resource", resource)
        members.add("resource_scopes", resourceScopes)
        members.add("authorization_details_types", authorizationDetailsTypes)
        members.add(
            "id_token_signed_response_alg", idTokenAlgorithm.rawValue, ordinarily: usual.idTokenAlgorithm.rawValue)
        members.add("include_claims_in_id_token", includesClaimsInIDToken ?? false, ordinarily: false)
        members.add("userinfo_signed_response_alg", userInfoAlgorithm?.rawValue)
        members.add("access_token_format", accessTokenFormat.rawValue, ordinarily: usual.accessTokenFormat.rawValue)
        members.add("rotate_refresh_tokens", rotatesRefreshTokens, ordinarily: usual.rotatesRefreshTokens)
    }
}

extension DocumentObject {
    fileprivate mutating func choices<Choice>(_ name: String, or usual: Set<Choice>) -> Set<Choice>
    where Choice: RawRepresentable<String> & CaseIterable & Hashable {
        guard has(name) else {
            _ = take(name)
            return usual
        }
        let words = Choice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return Set(texts(name, as: "one of \(words)") { Choice(rawValue: $0) != nil }.compactMap(Choice.init))
    }
}

extension DocumentMembers {
    fileprivate mutating func add<Choice>(_ name: String, _ choices: Set<Choice>, ordinarily usual: Set<Choice>)
    where Choice: RawRepresentable<String> & Hashable {
        guard audience != .file || choices != usual else { return }
        add(name, .array(choices.map(\.rawValue).sorted().map(JSONValue.string)), ordinarily: .null)
    }
}

/// Names of RFC 7591 §2, OpenID Connect Dynamic Client Registration §2, Back-Channel Logout §2.2, RFC 8705 §2.1.2 and
/// §3.4, RFC 9126 §6 and RFC 9449 §5.2, and our own names in the same style.
extension StandardClient {
    package init(reading object: inout DocumentObject) {
        let id = object.requiredText("client_id")
        var metadata = ClientMetadata(name: object.text("client_name") ?? id)
        metadata.readAddresses(&object)
        metadata.readPermissions(&object)
        metadata.readTokens(&object)
        let secret = object.text("client_secret")
        let hash = object.text("client_secret_hash", as: "a SHA-256 in Base64url, as in exports") { text in
            text.wholeMatch(of: #/[A-Za-z0-9_\-]{43}/#) != nil
        }
        if secret != nil, hash != nil {
            object.complain("client_secret_hash", "Give the secret or its hash, not both.", .conflict)
        }
        // A client that registered itself keeps this after an export. RFC 7591 §3.2.1
        let issuedAt = object.integer("client_id_issued_at", in: 0...253_402_300_799)
        self.init(
            id: id, metadata: metadata, secretHash: secret.map(SecretHash.of) ?? hash,
            registeredAt: issuedAt.map { Date(timeIntervalSince1970: TimeInterval($0)) })
        judge(&object)
    }

    func judge(_ object: inout DocumentObject) {
        let methods = metadata.authenticationMethods
        let needsSecret = !methods.isDisjoint(with: [.secretBasic, .secretPost])
        if needsSecret, secretHash == nil {
            object.complain("client_secret", "A client that authenticates with a secret needs one.", .conflict)
        }
        if !needsSecret, secretHash != nil {
            let name = object.has("client_secret") ? "client_secret" : "client_secret_hash"
            object.complain(
                name,
                "No method of this client uses a secret; remove it, or set 'client_secret_basic' or "
                    + "'client_secret_post' as token_endpoint_auth_method.", .conflict)
        }
        if methods.contains(.privateKey), metadata.keySet == nil {
            object.complain("jwks", "A client that authenticates with a key needs the public half here.", .conflict)
        }
        metadata.judgeCertificate(&object)
        if methods.isEmpty || methods.contains(.none) && methods.count > 1 {
            object.complain(
                "token_endpoint_auth_methods", "Name 'none' alone, or one or more of the other methods.", .conflict)
        }
    }

    package var fileObject: JSONValue {
        var members = DocumentMembers(for: .file)
        members.add("client_id", id)
        members.add("client_id_issued_at", registeredAt.map { .integer($0.seconds) } ?? .null)
        members.add("client_secret_hash", secretHash)
        metadata.write(to: &members)
        return members.object
    }
}
