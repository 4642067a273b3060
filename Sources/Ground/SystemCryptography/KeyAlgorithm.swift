// SPDX-License-Identifier: Apache-2.0

/// The algorithm of a key in an ASN.1 structure. RFC 3279 §2.3.1, RFC 5480 §2.1.1
enum KeyAlgorithm: Equatable {
    case rsa
    case elliptic(Curve)

    /// A named curve; explicit curve parameters are refused.
    enum Curve: CaseIterable {
        case p256
        case p384
        case p521

        var identifier: [UInt8] {
            switch self {
            case .p256: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
            case .p384: [0x2B, 0x81, 0x04, 0x00, 0x22]
            case .p521: [0x2B, 0x81, 0x04, 0x00, 0x23]
            }
        }

        var byteCount: Int {
            switch self {
            case .p256: 32
            case .p384: 48
            case .p521: 66
            }
        }

        init(identifier: ArraySlice<UInt8>) throws(DER.Invalid) {
            guard let curve = Self.allCases.first(where: { $0.identifier == Array(identifier) }) else {
                throw DER.Invalid()
            }
            self = curve
        }
    }

    private static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    private static let ecPublicKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]

    init(reading reader: inout DER.Reader) throws(DER.Invalid) {
        self = try reader.elements { (algorithm) throws(DER.Invalid) in
            switch Array(try algorithm.element(DER.Tag.objectIdentifier)) {
            case Self.rsaEncryption:
                guard try algorithm.element(DER.Tag.null).isEmpty else { throw DER.Invalid() }
                return .rsa
            case Self.ecPublicKey:
                return .elliptic(try Curve(identifier: algorithm.element(DER.Tag.objectIdentifier)))
            default: throw DER.Invalid()
            }
        }
    }

    func write(to writer: inout DER.Writer) {
        writer.elements { algorithm in
            switch self {
            case .rsa:
                algorithm.element(DER.Tag.objectIdentifier, Self.rsaEncryption)
                algorithm.element(DER.Tag.null, [])
            case .elliptic(let curve):
                algorithm.element(DER.Tag.objectIdentifier, Self.ecPublicKey)
                algorithm.element(DER.Tag.objectIdentifier, curve.identifier)
            }
        }
    }
}
