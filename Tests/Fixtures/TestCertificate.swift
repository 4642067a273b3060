// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SystemCryptography
package import X509Certificates

/// A client's certificate with its private key.
package struct TestCertificate: Sendable {
    private let subject: DistinguishedName
    private let key: P256.Signing.PrivateKey
    package let der: Data

    /// Valid for a day from `start`; by default self-signed.
    package init(
        _ subject: DistinguishedName, names: [GeneralName] = [], signedBy issuer: TestCertificate? = nil,
        isAuthority: Bool = false, usage: [ExtendedKeyUsage]? = nil, from start: Date
    ) throws {
        (key, self.subject) = (P256.Signing.PrivateKey(), subject)
        var extensions = [CertificateExtension.basicConstraints(isAuthority: isAuthority)]
        if let usage { extensions.append(.extendedKeyUsage(usage)) }
        if !names.isEmpty { extensions.append(try .alternativeNames(names)) }
        let draft = CertificateDraft(
            serialNumber: [0x01] + (0..<16).map { _ in UInt8.random(in: 0...255) },
            publicKeyInfo: key.publicKey.subjectPublicKeyInfo, notBefore: start, notAfter: start + 86_400,
            issuer: issuer?.subject ?? subject, subject: subject, extensions: extensions)
        der = Data(try draft.signed(by: issuer?.key ?? key))
    }

    package init(
        named name: String, signedBy issuer: TestCertificate? = nil, isAuthority: Bool = false, from start: Date
    ) throws {
        try self.init(DistinguishedName(.commonName(name)), signedBy: issuer, isAuthority: isAuthority, from: start)
    }

    package var pem: String { get throws { PEMBlock(label: "CERTIFICATE", content: Array(der)).text } }

    package var privateKeyPEM: String { key.pemRepresentation }

    /// The thumbprint in tokens (`x5t#S256`), computed by the crypto library alone.
    package var thumbprint: String {
        Data(SHA256.hash(data: der)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The key set of a registration: one key with `x5c`. RFC 7517 §4.7
    package var keySet: String {
        let point = key.publicKey.x963Representation.dropFirst()
        func part(_ bytes: Data) -> String { Base64URL.encode(Array(bytes)) }
        return #"{"keys":[{"kty":"EC","crv":"P-256","x":"\#(part(Data(point.prefix(32))))","#
            + #""y":"\#(part(Data(point.suffix(32))))","x5c":["\#(der.base64EncodedString())"]}]}"#
    }
}
