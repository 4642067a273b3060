// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import OAuthMessages
package import PortableFoundation
import SystemCryptography
import X509Certificates

/// The certificates of a server on this machine: its own, and that of the authority that users trust for it.
///
/// A folder stores them, so that users must trust the authority only once. A certificate that is missing, lacks a name,
/// or expires within 30 days is replaced.
///
/// BoringSSL (swift-nio-ssl, Chromium, gRPC) refuses a chain in which the authority is limited to addresses and the
/// server's certificate contains one. The authority keeps this limit. So the server has two certificates: clients that
/// send a host name in the handshake get the one without addresses.
package struct LocalCertificates: Sendable {
    package enum Authority: Sendable {
        case kept
        case new
        /// A new certificate replaced one that expires soon or lacks a host: users must trust it again.
        case replaced
    }

    package let identity: TLSIdentity
    package let authority: Authority
    package let authorityFile: URL

    /// Opens the certificates, and creates the missing ones; only the owner can list a new folder.
    ///
    /// Hosts are as in URLs, besides `localhost`, `127.0.0.1` and `::1`. Damaged files stay unchanged.
    package init(in folder: URL, hosts: Set<String> = [], now: Date, random: RandomSource = .system) throws {
        let files = try CertificateFiles(folder: folder)
        let hosts = hosts.sorted().map(CertificateName.init).filter { !CertificateName.loopback.contains($0) }
        let names = CertificateName.loopback + hosts
        let (authority, state) = try Self.authority(in: files, for: names, now: now, random: random)
        let server = try Self.server(in: files, names: names, by: authority, now: now, random: random)
        self.authority = state
        authorityFile = Self.authorityFile(in: folder)
        identity = server
    }

    /// The path is valid also before the file exists.
    package static func authorityFile(in folder: URL) -> URL { folder.appending(path: authorityName) }

    private static let authorityName = "authority.pem"
    private static let authorityKeyName = "authority-key.pem"
    private static let serverName = "server.pem"
    private static let serverKeyName = "server-key.pem"

    private static func authority(
        in files: CertificateFiles, for names: [CertificateName], now: Date, random: RandomSource
    ) throws -> (CertificateAuthority, Authority) {
        let kept = try files.certificates(authorityName)?.first
        // An interrupted first start leaves a key without a certificate. But if a certificate has no key, users may
        // already trust it.
        guard let key = try files.key(authorityKeyName, orNew: kept == nil) else {
            throw files.damaged(authorityName, "its key is missing: \(authorityKeyName)")
        }
        var earlier: PermittedNames?
        if let kept {
            guard let authority = CertificateAuthority(key: key, certificate: kept) else {
                throw files.damaged(authorityName, "\(authorityKeyName) is the key of another certificate")
            }
            earlier = try files.reading(authorityName, as: "list of permitted names") { try PermittedNames(kept) }
            if CertificateAuthority.isFresh(kept, at: now), earlier?.permit(names) == true { return (authority, .kept) }
        }
        let authority = try CertificateAuthority(
            key: key, permitting: PermittedNames(names, keeping: earlier), now: now, random: random)
        try files.write([authority.certificate], to: authorityName)
        return (authority, kept == nil ? .new : .replaced)
    }

    private static func server(
        in files: CertificateFiles, names: [CertificateName], by authority: CertificateAuthority, now: Date,
        random: RandomSource
    ) throws -> TLSIdentity {
        let kept = try files.certificates(serverName)
        guard let key = try files.key(serverKeyName, orNew: true) else {
            throw files.damaged(serverKeyName, "it is missing")
        }
        let wanted = [names, names.filter { !$0.isAddress }]
        let publicKey = key.publicKey.subjectPublicKeyInfo
        let isGood =
            kept?.count == wanted.count
            && zip(kept ?? [], wanted).allSatisfy { certificate, names in
                certificate.publicKeyInfo == publicKey && authority.stands(behind: certificate, at: now)
                    && Set(Self.names(of: certificate)).isSuperset(of: names)
            }
        let certificates =
            isGood
            ? kept ?? []
            : try wanted.map {
                try authority.certificate(for: key.publicKey, names: $0, now: now, random: random)
            }
        if !isGood { try files.write(certificates, to: serverName) }
        let texts = certificates.map(CertificateFiles.text)
        return TLSIdentity(
            certificates: texts[0], certificatesForNames: texts[1], privateKey: Redacted(key.pemRepresentation))
    }

    private static func names(of certificate: X509Certificate) -> [CertificateName] {
        certificate.alternativeNames.compactMap { CertificateName($0) }
    }
}

package struct LocalCertificatesError: Error, Sendable {
    package enum Code: String, Sendable, CaseIterable {
        case damaged
        /// A file or the folder cannot be read or written, or other accounts can write it.
        case unusable
    }

    package let code: Code
    package let file: URL
    /// The cause, without any part of a key.
    package let reason: String

    init(_ code: Code, file: URL, reason: String) { (self.code, self.file, self.reason) = (code, file, reason) }
}

extension LocalCertificatesError: CustomStringConvertible {
    package var description: String { "\(file.path) cannot be used: \(reason)" }
}
