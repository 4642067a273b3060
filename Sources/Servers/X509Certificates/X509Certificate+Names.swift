// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL

extension X509Certificate {
    /// The names besides the subject, of the kinds of ``GeneralName``; none if one of them cannot be read.
    ///
    /// RFC 5280 §4.2.1.6
    package var alternativeNames: [GeneralName] { (try? names(by: tessera_x509_names)) ?? [] }

    /// The only names that it may sign for, as an authority; `nil` if it may sign for all. RFC 5280 §4.2.1.10
    ///
    /// A kind of name that is not among them is not limited.
    ///
    /// - Throws: ``CertificateError`` (`unreadable`), also if names are excluded, which the list cannot express.
    package func permittedNames() throws(CertificateError) -> [GeneralName]? { try names(by: tessera_x509_permitted) }

    private func names(
        by read: (OpaquePointer?, tessera_general_name?, UnsafeMutableRawPointer?) -> Int32
    ) throws(CertificateError) -> [GeneralName]? {
        var names: [GeneralName?] = []
        let state = withUnsafeMutablePointer(to: &names) { names in
            read(
                pointer,
                { names, kind, bytes, count in
                    let name = GeneralName(kind, UnsafeBufferPointer(start: bytes, count: count))
                    names?.assumingMemoryBound(to: [GeneralName?].self).pointee.append(name)
                }, names)
        }
        let readable = names.compactMap(\.self)
        guard state >= 0, readable.count == names.count else {
            throw CertificateError(.unreadable, "the names of a certificate cannot be read")
        }
        return state == 0 ? nil : readable
    }
}

extension GeneralName {
    /// Takes a name from OpenSSL; `nil` for a text that is not ASCII.
    fileprivate init?(_ kind: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        if kind == GEN_IPADD {
            self = .ipAddress(Array(bytes))
            return
        }
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        switch kind {
        case GEN_DNS: self = .dnsName(text)
        case GEN_URI: self = .uniformResourceIdentifier(text)
        default: self = .rfc822Name(text)
        }
    }
}

extension DistinguishedName {
    /// Reads a name of OpenSSL; `nil` if OpenSSL cannot encode it.
    init?(_ name: OpaquePointer?) {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        guard let name, X509_NAME_get0_der(name, &bytes, &count) == 1 else { return nil }
        self.init(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    }

    /// The attributes of each part (a relative distinguished name), in the order of the certificate: the object
    /// identifier with dots, and the value, `nil` if it is no text in ASCII or UTF-8.
    package var parts: [[(type: String, value: String?)]] {
        var parts = Parts()
        withUnsafeMutablePointer(to: &parts) { parts in
            tessera_x509_attributes(
                bytes, bytes.count,
                { parts, part, type, bytes, count in
                    guard let type else { return }
                    let value = bytes.flatMap {
                        String(validating: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
                    }
                    parts?.assumingMemoryBound(to: Parts.self).pointee.append(String(cString: type), value, to: part)
                }, parts)
        }
        return parts.all
    }

    private struct Parts {
        var all: [[(type: String, value: String?)]] = []
        private var last: Int32?

        /// Adds an attribute to the part with a number; attributes of one part come one after the other.
        mutating func append(_ type: String, _ value: String?, to part: Int32) {
            if part != last { all.append([]) }
            all[all.count - 1].append((type, value))
            last = part
        }
    }
}
#endif
