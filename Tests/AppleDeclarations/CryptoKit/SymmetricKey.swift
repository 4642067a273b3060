// SPDX-License-Identifier: Apache-2.0
public import Foundation

// documentation/cryptokit/symmetrickeysize
@available(iOS 13.0, macOS 10.15, *)
public struct SymmetricKeySize: Sendable {
    // documentation/cryptokit/symmetrickeysize/bits256
    public static var bits256: SymmetricKeySize { onlyCompiled() }
    // documentation/cryptokit/symmetrickeysize/init(bitcount:)
    public init(bitCount: Int) { onlyCompiled() }
}

// documentation/cryptokit/symmetrickey
@available(iOS 13.0, macOS 10.15, *)
public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
    // documentation/cryptokit/symmetrickey/init(data:)
    public init<D: ContiguousBytes>(data: D) { onlyCompiled() }
    // documentation/cryptokit/symmetrickey/init(size:)
    public init(size: SymmetricKeySize) { onlyCompiled() }
    // documentation/cryptokit/symmetrickey/bitcount
    public var bitCount: Int { onlyCompiled() }
    // documentation/cryptokit/symmetrickey/withunsafebytes(_:)
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { onlyCompiled() }
}

// documentation/cryptokit/hashedauthenticationcode
@available(iOS 13.0, macOS 10.15, *)
public struct HashedAuthenticationCode<H: HashFunction>: ContiguousBytes, CustomStringConvertible, Hashable, Sendable,
    Sequence
{
    // documentation/cryptokit/hashedauthenticationcode/bytecount
    public var byteCount: Int { onlyCompiled() }
    // documentation/cryptokit/hashedauthenticationcode/description
    public var description: String { onlyCompiled() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { onlyCompiled() }
    public func makeIterator() -> StandInBytes { onlyCompiled() }
}

// documentation/cryptokit/hmac
@available(iOS 13.0, macOS 10.15, *)
public struct HMAC<H: HashFunction>: Sendable {
    // documentation/cryptokit/hmac/mac
    public typealias MAC = HashedAuthenticationCode<H>
    // documentation/cryptokit/hmac/authenticationcode(for:using:)-737ab
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> HMAC<H>.MAC {
        onlyCompiled()
    }
}

// documentation/cryptokit/hkdf
@available(iOS 14.0, macOS 11.0, *)
public struct HKDF<H: HashFunction>: Sendable {
    // documentation/cryptokit/hkdf/derivekey(inputkeymaterial:info:outputbytecount:)
    public static func deriveKey<Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey, info: Info, outputByteCount: Int
    ) -> SymmetricKey { onlyCompiled() }
    // documentation/cryptokit/hkdf/derivekey(inputkeymaterial:salt:info:outputbytecount:)
    public static func deriveKey<Salt: DataProtocol, Info: DataProtocol>(
        inputKeyMaterial: SymmetricKey, salt: Salt, info: Info, outputByteCount: Int
    ) -> SymmetricKey { onlyCompiled() }
    // documentation/cryptokit/hkdf/expand(pseudorandomkey:info:outputbytecount:)
    public static func expand<PRK: ContiguousBytes, Info: DataProtocol>(
        pseudoRandomKey prk: PRK, info: Info?, outputByteCount: Int
    ) -> SymmetricKey { onlyCompiled() }
}
