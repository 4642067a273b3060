// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL

extension X509Certificate {
    /// The name of the key's owner.
    package var subject: DistinguishedName { Self.name(X509_get_subject_name(pointer)) }
    /// The name of the one who signed.
    package var issuer: DistinguishedName { Self.name(X509_get_issuer_name(pointer)) }

    private static func name(_ pointer: OpaquePointer?) -> DistinguishedName {
        var (bytes, count) = (UnsafePointer<UInt8>?.none, 0)
        guard let pointer, X509_NAME_get0_der(pointer, &bytes, &count) == 1 else { return DistinguishedName() }
        return DistinguishedName(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    }

    /// The names besides the subject, without other kinds than ours; none if they cannot be read. RFC 5280 §4.2.1.6
    package var alternativeNames: [GeneralName] { (try? names(by: tessera_x509_names)) ?? [] }

    /// The only names that it may sign for, as an authority; `nil` if it may sign for each. RFC 5280 §4.2.1.10
    ///
    /// - Throws: ``CertificateError`` if they cannot be read.
    package func permittedNames() throws(CertificateError) -> [GeneralName]? { try names(by: tessera_x509_permitted) }

    private func names(
        by read: (OpaquePointer?, tessera_general_name?, UnsafeMutableRawPointer?) -> Int32
    ) throws(CertificateError) -> [GeneralName]? {
        var found: [GeneralName?] = []
        let state = withUnsafeMutablePointer(to: &found) { found in
            read(
                pointer,
                { to, kind, bytes, count in
                    to?.assumingMemoryBound(to: [GeneralName?].self).pointee
                        .append(GeneralName(kind, UnsafeBufferPointer(start: bytes, count: count)))
                }, found)
        }
        let names = found.compactMap(\.self)
        guard state >= 0, names.count == found.count else {
            throw CertificateError("the names of a certificate cannot be read")
        }
        return state == 0 ? nil : names
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
    /// The attributes of each part, in the order of the certificate: the object identifier with dots, and the value,
    /// `nil` if it is no text.
    package var parts: [[(type: String, value: String?)]] {
        var found: [(set: Int32, type: String, value: String?)] = []
        withUnsafeMutablePointer(to: &found) { found in
            tessera_x509_attributes(
                bytes, bytes.count,
                { to, set, type, bytes, count in
                    guard let type else { return }
                    let value = bytes.flatMap {
                        String(validating: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
                    }
                    to?.assumingMemoryBound(to: [(set: Int32, type: String, value: String?)].self).pointee
                        .append((set, String(cString: type), value))
                }, found)
        }
        return found.chunked(by: \.set).map { part in part.map { ($0.type, $0.value) } }
    }
}

extension Array {
    /// Neighbours with the same mark, together.
    fileprivate func chunked(by mark: (Element) -> Int32) -> [[Element]] {
        reduce(into: []) { chunks, element in
            if let last = chunks.last?.first, mark(last) == mark(element) {
                chunks[chunks.count - 1].append(element)
            } else {
                chunks.append([element])
            }
        }
    }
}
#endif
