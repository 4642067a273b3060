// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Replaces each `%` and its two digits by their byte. RFC 3986 §2.1
    ///
    /// `nil` for another use of `%`, and for bytes that are not UTF-8, which U+FFFD replaces in repaired text.
    /// In a form, a plus sign is a space.
    @inlinable
    package init?(percentEncoded bytes: some Collection<UInt8>, isForm: Bool = false, isRepairing: Bool = false) {
        var (decoded, rest) = ([UInt8](), bytes[...])
        decoded.reserveCapacity(bytes.count)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where isForm: decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
                    return nil
                }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        guard !isRepairing else {
            self.init(decoding: decoded, as: UTF8.self)
            return
        }
        self.init(validating: decoded, as: UTF8.self)
    }
}

extension StringProtocol {
    /// The text that this one encodes, as `String(percentEncoded:)` reads it.
    @inlinable package var percentDecoded: String? { String(percentEncoded: utf8) }

    /// The query with an escape for each byte that is not allowed in one; escapes nothing twice. RFC 3986 §3.4
    ///
    /// Browsers keep brackets and bars. A `URL` of such a query would escape every `%` again.
    package var repairedQuery: String {
        percentEncoded(except: "!$&'()*+,;=:@/?#%").replacing(#/%(?![0-9A-Fa-f]{2})/#, with: "%25")
    }

    /// Writes `%` and two digits for each byte that is neither unreserved nor one of `others`, in ASCII. RFC 3986 §2.1
    @inlinable
    package func percentEncoded(except others: String = "") -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            if byte.isUnreserved || others.utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte never needs an escape in an address. RFC 3986 §2.3
    @inlinable package var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    @inlinable package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
