// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import PrivateFiles
import SystemCryptography
import X509Certificates

/// PEM files: only the owner can read keys; other accounts can read certificates, which the server sends anyway.
///
/// An unreadable file is an error, and stays unchanged.
struct CertificateFiles {
    private static let keyMode: mode_t = 0o600
    private static let certificateMode: mode_t = 0o644

    let folder: URL

    init(folder: URL) throws {
        self.folder = folder
        try explaining("") { try PrivateFile.makeFolderOthersMaySee(folder, mode: 0o711) }
    }

    /// The key in a file; if it is missing, `nil` or a new key that is written there.
    func key(_ name: String, orNew isNew: Bool) throws -> P256.Signing.PrivateKey? {
        if let text = try text(name, mode: Self.keyMode) {
            return try reading(name, as: "private key") { try P256.Signing.PrivateKey(pemRepresentation: text) }
        }
        guard isNew else { return nil }
        let key = P256.Signing.PrivateKey()
        try write(key.pemRepresentation, to: name, mode: Self.keyMode)
        return key
    }

    func certificates(_ name: String) throws -> [X509Certificate]? {
        guard let text = try text(name, mode: Self.certificateMode) else { return nil }
        let found = try reading(name, as: "certificate") { try X509Certificate.all(inPEM: text) }
        guard !found.isEmpty else { throw damaged(name, "it contains no certificate") }
        return found
    }

    func write(_ certificates: [X509Certificate], to name: String) throws {
        try write(certificates.map(Self.text).joined(), to: name, mode: Self.certificateMode)
    }

    static func text(_ certificate: X509Certificate) -> String { certificate.pem + "\n" }

    func damaged(_ name: String, _ reason: String) -> LocalCertificatesError {
        LocalCertificatesError(.damaged, file: folder.appending(path: name), reason: reason)
    }

    private func text(_ name: String, mode: mode_t) throws -> String? {
        let file = folder.appending(path: name)
        return try explaining(name) {
            try PrivateFile.tighten(file, to: mode)
            return try PrivateFile.contentOfOwn(file, limit: 1 << 20)
        }.map { String(decoding: $0, as: UTF8.self) }
    }

    private func write(_ text: String, to name: String, mode: mode_t) throws {
        let file = folder.appending(path: name)
        try explaining(name) {
            try PrivateFile.requireOwn(file)
            try PrivateFile.replace(file, with: Data(text.utf8), mode: mode)
        }
    }

    /// Drops the parsers' own errors, which can contain parts of a key.
    func reading<Result>(_ name: String, as kind: String, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw damaged(name, "it contains no readable \(kind)") }
    }

    private func explaining<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch {
            let reason = (error as? PrivateFile.Failure)?.reason ?? error.explanation
            let file = name.isEmpty ? folder : folder.appending(path: name)
            throw LocalCertificatesError(.unusable, file: file, reason: reason)
        }
    }
}
