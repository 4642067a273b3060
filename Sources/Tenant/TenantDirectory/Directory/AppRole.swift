// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation

/// A role that an app offers to people and apps.
package struct AppRole: Sendable, Hashable, Codable {
    /// The kinds of principals that can have the role.
    package enum MemberType: String, Sendable, Codable, CaseIterable {
        case user = "User"
        case application = "Application"
    }

    /// The value in the `roles` claim of tokens.
    package let value: String
    package let displayName: String
    package var allowedMemberTypes: [MemberType] = [.user]

    package init(value: String, displayName: String, allowedMemberTypes: [MemberType] = [.user]) {
        (self.value, self.displayName, self.allowedMemberTypes) = (value, displayName, allowedMemberTypes)
    }
}

/// An assignment of a principal to an app, with or without a role.
package struct AppRoleAssignment: Sendable, Hashable, Codable {
    /// The id of a person, of a group, or a client id.
    package let principalID: String
    /// The role's value; `nil` assigns the principal without a role.
    package var role: String?

    package init(principalID: String, role: String? = nil) {
        (self.principalID, self.role) = (principalID, role)
    }
}

extension RegisteredApp {
    /// The `aud` of access tokens for this API.
    ///
    /// It is the client id for Microsoft Graph, for tokens of version 2, and for APIs with the optional claim `aud`.
    package var audience: String {
        guard accessTokenVersion != 2, id != Self.graphID, !optionalClaims.accessToken.contains("aud") else {
            return id
        }
        return identifierURI ?? id
    }

    /// The roles that some of these principals have in this app, in the order of its registration.
    package func roles(of principalIDs: Set<String>, as type: AppRole.MemberType) -> [String] {
        let assigned = Set(appRoleAssignments.filter { principalIDs.contains($0.principalID) }.compactMap(\.role))
        return appRoles.filter { $0.allowedMemberTypes.contains(type) && assigned.contains($0.value) }.map(\.value)
    }

    /// The permissions and roles that an app has in this API, as an administrator of a directory assigned them.
    package func roles(ofApp client: RegisteredApp, in tenant: Tenant) -> [String] {
        let prefix = "\(id)/"
        // An administrator of the app's directory decides for that directory only.
        let permissions = tenant.id == client.tenantID ? client.assignedRoles.filter { $0.hasPrefix(prefix) } : []
        let names = permissions.map { String($0.dropFirst(prefix.count)) }
        return names + roles(of: [client.id], as: .application).filter { !names.contains($0) }
    }

    /// Whether some of these principals were assigned to this app.
    package func isAssigned(_ principalIDs: Set<String>) -> Bool {
        appRoleAssignments.contains { principalIDs.contains($0.principalID) }
    }

    /// Whether the app is a public client, which has no credential to prove that a request comes from it.
    ///
    /// RFC 6749 §2.1
    package var isPublic: Bool {
        passwordCredentials.isEmpty && keyCredentials.isEmpty && federatedIdentityCredentials.isEmpty
    }

    /// The app's credential with this secret, even if it is expired.
    package func credential(of secret: String) -> PasswordCredential? {
        passwordCredentials.first { $0.accepts(secret) }
    }
}

/// A secret of an app, as the database stores it.
package struct PasswordCredential: Sendable, Hashable, Codable {
    /// The ``SecretHash`` of the secret.
    package let secretHash: String
    /// The time at which it expires; never if `nil`.
    package var endsAt: Date?

    package init(secret: String, endsAt: Date? = nil) {
        secretHash = SecretHash.of(secret)
        self.endsAt = endsAt
    }

    /// A secret of which only the hash is known.
    package init(secretHash: String, endsAt: Date? = nil) {
        (self.secretHash, self.endsAt) = (secretHash, endsAt)
    }

    func accepts(_ secret: String) -> Bool { secretHash.isSameSecret(as: SecretHash.of(secret)) }
}

/// The public half of a key with which an app signs assertions.
///
/// RFC 7523 §2.2
package struct KeyCredential: Sendable, Hashable, Codable {
    /// The certificate, DER in Base64; a credential has either a certificate or a key.
    package var certificate: String?
    /// The key as JWK, if there is no certificate.
    package var key: String?
    /// The time at which it expires; `nil` means the certificate's own expiry, or never.
    package var endsAt: Date?

    package init(certificate: String? = nil, key: String? = nil, endsAt: Date? = nil) {
        (self.certificate, self.key, self.endsAt) = (certificate, key, endsAt)
    }
}

/// The tokens of another issuer that an app may present instead of a secret.
package struct FederatedIdentityCredential: Sendable, Hashable, Codable {
    /// The `iss` that they must have; compared character by character.
    package let issuer: String
    /// The `sub` that they must have.
    package let subject: String
    /// The `aud` that they must have.
    package var audience = "api://AzureADTokenExchange"
    /// The issuer's keys as a JWK set; `nil` if the tenant fetches them from the issuer.
    package var keySet: String?

    package init(
        issuer: String, subject: String, audience: String = "api://AzureADTokenExchange", keySet: String? = nil
    ) {
        (self.issuer, self.subject, self.audience, self.keySet) = (issuer, subject, audience, keySet)
    }
}
