// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import Hosts
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SystemCryptography
import TenantDirectory
import X509Certificates

struct AssertionKey: Sendable {
    let key: JSONWebKey
    let names: Set<String>
    let endsAt: Date?

    init?(_ credential: KeyCredential) {
        if let certificate = credential.certificate {
            self.init(certificate: certificate, endsAt: credential.endsAt)
        } else {
            guard let key = credential.key.flatMap({ try? JSONWebKey(jsonData: Array($0.utf8)) }) else { return nil }
            self.init(
                key: key, names: Set([key.keyIdentifier, key.thumbprint].compactMap { $0 }), endsAt: credential.endsAt)
        }
    }

    private init(key: JSONWebKey, names: Set<String>, endsAt: Date?) {
        (self.key, self.names, self.endsAt) = (key, names, endsAt)
    }

    private init?(certificate text: String, endsAt end: Date?) {
        guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
            let certificate = X509Certificate(derEncoded: bytes),
            let members = Self.members(of: certificate.publicKeyInfo),
            let key = try? JSONWebKey(jsonData: Array(JSONValue.object(members).text.utf8))
        else { return nil }
        let thumbprint = Array(Insecure.SHA1.hash(data: bytes))
        // MSAL sends the thumbprint in one of two forms; some libraries put it into `kid` in hexadecimal digits.
        self.init(
            key: key,
            names: [
                thumbprint.unpaddedBase64URL, SHA256.hash(data: bytes).unpaddedBase64URL,
                thumbprint.hexadecimal.uppercased(),
            ],
            endsAt: [end, certificate.notAfter].compactMap { $0 }.min())
    }

    /// The members of a JWK. RFC 7518 §6.2.1, §6.3.1
    private static func members(of publicKeyInfo: [UInt8]) -> [String: JSONValue]? {
        switch try? SubjectPublicKeyInfo(der: publicKeyInfo) {
        case .rsa(let modulus, let exponent):
            return [
                "kty": .string("RSA"), "n": .string(modulus.unpaddedBase64URL),
                "e": .string(exponent.unpaddedBase64URL),
            ]
        case .point(let point) where point.count == 65:
            return [
                "kty": .string("EC"), "crv": .string("P-256"), "x": .string(point[1..<33].unpaddedBase64URL),
                "y": .string(point[33...].unpaddedBase64URL),
            ]
        default: return nil
        }
    }
}

/// The keys of the issuers of federated tokens, which apps send in place of a secret.
struct IssuerKeys: Sendable {
    let transport: any Transport

    /// The registered keys, or the published ones if the metadata has the same issuer. OpenID Connect Discovery §4
    func keys(of credential: FederatedIdentityCredential) async throws -> JSONWebKeySet {
        if let kept = credential.keySet {
            guard let keys = try? JSONWebKeySet(jsonData: Array(kept.utf8)) else {
                throw EntraError.issuerUnusable(credential.issuer, "the key set of the registration cannot be read")
            }
            return keys
        }
        return try await fetch(credential.issuer)
    }

    private func fetch(_ issuer: String) async throws -> JSONWebKeySet {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        let document = try await get("\(base)/.well-known/openid-configuration", of: issuer)
        guard let metadata = try? StrictJSON.object(in: document), metadata["issuer"]?.string == issuer,
            let address = metadata["jwks_uri"]?.string
        else { throw EntraError.issuerUnusable(issuer, "its metadata has another issuer, or no keys") }
        guard let keys = try? JSONWebKeySet(jsonData: try await get(address, of: issuer)) else {
            throw EntraError.issuerUnusable(issuer, "its key set cannot be read")
        }
        return keys
    }

    private func get(_ address: String, of issuer: String) async throws -> Data {
        guard let url = URL(string: address), Origin(url)?.isSecure == true, let host = try? URLHost(of: url) else {
            throw EntraError.issuerUnusable(issuer, "its URLs must begin with https://")
        }
        let home = URL(string: issuer).flatMap { try? URLHost(of: $0) }
        guard host == home || !host.isThisMachine && !host.isPrivateAddress else {
            throw EntraError.issuerUnusable(issuer, "its keys are in a private network")
        }
        // The tenant's operator chose the issuer, but not the hosts in its metadata.
        let rule = host == home ? nil : PeerRule(allowsProxy: true, admits: IPAddress.isGlobal)
        let response: TransportResponse
        do {
            response = try await PeerRule.$current.withValue(rule) { try await transport.send(HTTPRequest(url: url)) }
        } catch let error as TransportError {
            throw EntraError.issuerUnusable(issuer, error.message)
        } catch is PeerRule.Violation {
            throw EntraError.issuerUnusable(issuer, "its keys are in a private network")
        }
        guard response.status == .ok, response.body.count <= OutgoingTransport.limits.maximumResponseBytes else {
            throw EntraError.issuerUnusable(issuer, "it responded with status \(response.status.code)")
        }
        return response.body
    }
}
