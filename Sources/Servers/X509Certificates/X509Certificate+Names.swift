// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL

extension X509Certificate {
    /// The names besides the subject, of the kinds of ``GeneralName``; empty if one is unreadable. RFC 5280 §4.2.1.6
    package var alternativeNames: [GeneralName] { (try? names(by: tessera_x509_names)) ?? [] }

    /// The only names that an authority may sign for; `nil` for all, and a kind without an entry is unlimited.
    ///
    /// It throws if names are excluded, which the list cannot express. RFC 5280 §4.2.1.10
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
    init?(_ name: OpaquePointer?) {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        guard let name, X509_NAME_get0_der(name, &bytes, &count) == 1 else { return nil }
        self.init(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    }

    /// The attributes of each relative distinguished name, in order: a dotted object identifier, and the value, `nil`
    /// unless it is text in ASCII or UTF-8.
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

        /// Attributes of one part come one after the other.
        mutating func append(_ type: String, _ value: String?, to part: Int32) {
            if part != last { all.append([]) }
            all[all.count - 1].append((type, value))
            last = part
        }
    }
}
#endif
