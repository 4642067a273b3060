// SPDX-License-Identifier: Apache-2.0
// Keys of RSA, which CryptoKit does not have. These functions are only compiled: no test calls them here.
public import Foundation

public typealias CFData = NSData
public typealias CFError = NSError

// documentation/security/seckey
@available(iOS 2.0, macOS 10.0, *)
public class SecKey {
    init() {}
}

// documentation/security/seckeyalgorithm
@available(iOS 10.0, macOS 10.12, *)
public struct SecKeyAlgorithm: Equatable, Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    // documentation/security/seckeyalgorithm/rsasignaturedigestpkcs1v15sha256
    public static let rsaSignatureDigestPKCS1v15SHA256 = SecKeyAlgorithm(rawValue: "PKCS1v15SHA256")
    // documentation/security/seckeyalgorithm/rsasignaturedigestpkcs1v15sha384
    public static let rsaSignatureDigestPKCS1v15SHA384 = SecKeyAlgorithm(rawValue: "PKCS1v15SHA384")
    // documentation/security/seckeyalgorithm/rsasignaturedigestpkcs1v15sha512
    public static let rsaSignatureDigestPKCS1v15SHA512 = SecKeyAlgorithm(rawValue: "PKCS1v15SHA512")
}

// documentation/security/seckeyalgorithm
@available(iOS 11.0, macOS 10.13, *)
extension SecKeyAlgorithm {
    // documentation/security/seckeyalgorithm/rsasignaturedigestpsssha256
    public static let rsaSignatureDigestPSSSHA256 = SecKeyAlgorithm(rawValue: "PSSSHA256")
    // documentation/security/seckeyalgorithm/rsasignaturedigestpsssha384
    public static let rsaSignatureDigestPSSSHA384 = SecKeyAlgorithm(rawValue: "PSSSHA384")
    // documentation/security/seckeyalgorithm/rsasignaturedigestpsssha512
    public static let rsaSignatureDigestPSSSHA512 = SecKeyAlgorithm(rawValue: "PSSSHA512")
}

// documentation/security/ksecattrkeytype
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrKeyType: CFString = "type"
// documentation/security/ksecattrkeytypersa
@available(iOS 2.0, macOS 10.7, *)
public nonisolated(unsafe) let kSecAttrKeyTypeRSA: CFString = "42"
// documentation/security/ksecattrkeyclass
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrKeyClass: CFString = "kcls"
// documentation/security/ksecattrkeyclasspublic
@available(iOS 2.0, macOS 10.7, *)
public nonisolated(unsafe) let kSecAttrKeyClassPublic: CFString = "0"
// documentation/security/ksecattrkeyclassprivate
@available(iOS 2.0, macOS 10.7, *)
public nonisolated(unsafe) let kSecAttrKeyClassPrivate: CFString = "1"
// documentation/security/ksecattrkeysizeinbits
@available(iOS 2.0, macOS 10.6, *)
public nonisolated(unsafe) let kSecAttrKeySizeInBits: CFString = "bsiz"

// documentation/security/seckeycreatewithdata(_:_:_:)
@available(iOS 10.0, macOS 10.12, *)
public func SecKeyCreateWithData(
    _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { nil }

// documentation/security/seckeycreaterandomkey(_:_:)
@available(iOS 10.0, macOS 10.12, *)
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? { nil }

// documentation/security/seckeycopyexternalrepresentation(_:_:)
@available(iOS 10.0, macOS 10.12, *)
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { nil }

// documentation/security/seckeycreatesignature(_:_:_:_:)
@available(iOS 10.0, macOS 10.12, *)
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? { nil }

// documentation/security/seckeyverifysignature(_:_:_:_:_:)
@available(iOS 10.0, macOS 10.12, *)
public func SecKeyVerifySignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool { false }
