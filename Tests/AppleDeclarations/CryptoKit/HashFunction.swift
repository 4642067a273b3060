// SPDX-License-Identifier: Apache-2.0
public import Foundation

// documentation/cryptokit/digest
@available(iOS 13.0, macOS 10.15, *)
@preconcurrency public protocol Digest: ContiguousBytes, CustomStringConvertible, Hashable, Sendable, Sequence
where Element == UInt8 {
    // documentation/cryptokit/digest/bytecount
    static var byteCount: Int { get }
}

extension Digest {
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { onlyCompiled() }
    public func makeIterator() -> StandInBytes { onlyCompiled() }
    public var description: String { onlyCompiled() }
}

// documentation/cryptokit/hashfunction
@available(iOS 13.0, macOS 10.15, *)
@preconcurrency public protocol HashFunction: Sendable {
    // documentation/cryptokit/hashfunction/blockbytecount
    static var blockByteCount: Int { get }
    // documentation/cryptokit/hashfunction/digest
    associatedtype Digest: CryptoKit.Digest
    // documentation/cryptokit/hashfunction/init()
    init()
    // documentation/cryptokit/hashfunction/update(bufferpointer:)
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    // documentation/cryptokit/hashfunction/finalize()
    func finalize() -> Self.Digest
}

// documentation/cryptokit/hashfunction
@available(iOS 13.0, macOS 10.15, *)
extension HashFunction {
    // documentation/cryptokit/hashfunction/hash(data:)
    public static func hash<D: DataProtocol>(data: D) -> Self.Digest { onlyCompiled() }
    // documentation/cryptokit/hashfunction/update(data:)
    public mutating func update<D: DataProtocol>(data: D) { onlyCompiled() }
}

// documentation/cryptokit/sha256
@available(iOS 13.0, macOS 10.15, *)
public struct SHA256: HashFunction {
    public typealias Digest = SHA256Digest
    public static var blockByteCount: Int { onlyCompiled() }
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { onlyCompiled() }
    public func finalize() -> SHA256Digest { onlyCompiled() }
}

// documentation/cryptokit/sha256digest
@available(iOS 13.0, macOS 10.15, *)
public struct SHA256Digest: Digest { public static var byteCount: Int { onlyCompiled() } }

// documentation/cryptokit/sha384
@available(iOS 13.0, macOS 10.15, *)
public struct SHA384: HashFunction {
    public typealias Digest = SHA384Digest
    public static var blockByteCount: Int { onlyCompiled() }
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { onlyCompiled() }
    public func finalize() -> SHA384Digest { onlyCompiled() }
}

// documentation/cryptokit/sha384digest
@available(iOS 13.0, macOS 10.15, *)
public struct SHA384Digest: Digest { public static var byteCount: Int { onlyCompiled() } }

// documentation/cryptokit/sha512
@available(iOS 13.0, macOS 10.15, *)
public struct SHA512: HashFunction {
    public typealias Digest = SHA512Digest
    public static var blockByteCount: Int { onlyCompiled() }
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) { onlyCompiled() }
    public func finalize() -> SHA512Digest { onlyCompiled() }
}

// documentation/cryptokit/sha512digest
@available(iOS 13.0, macOS 10.15, *)
public struct SHA512Digest: Digest { public static var byteCount: Int { onlyCompiled() } }

// documentation/cryptokit/insecure
@available(iOS 13.0, macOS 10.15, *)
public enum Insecure {
    // documentation/cryptokit/insecure/sha1
    public struct SHA1: HashFunction {
        public typealias Digest = Insecure.SHA1Digest
        public static var blockByteCount: Int { onlyCompiled() }
        public init() {}
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) { onlyCompiled() }
        public func finalize() -> Insecure.SHA1Digest { onlyCompiled() }
    }

    // documentation/cryptokit/insecure/sha1digest
    public struct SHA1Digest: Digest { public static var byteCount: Int { onlyCompiled() } }
}
