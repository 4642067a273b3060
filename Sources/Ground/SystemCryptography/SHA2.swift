// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)

package struct SHA256Digest: Digest {
    package static let byteCount = 32
    package var words = SIMD4<UInt64>()
    package init() {}
}

package enum SHA256: HashFunction {
    package typealias Digest = SHA256Digest
    package static let implementation = HashImplementation("SHA256")
}

package struct SHA384Digest: Digest {
    package static let byteCount = 48
    package var words = SIMD8<UInt64>()
    package init() {}
}

package enum SHA384: HashFunction {
    package typealias Digest = SHA384Digest
    package static let implementation = HashImplementation("SHA384")
}

package struct SHA512Digest: Digest {
    package static let byteCount = 64
    package var words = SIMD8<UInt64>()
    package init() {}
}

package enum SHA512: HashFunction {
    package typealias Digest = SHA512Digest
    package static let implementation = HashImplementation("SHA512")
}
#endif
