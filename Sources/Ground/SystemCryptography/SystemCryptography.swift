// SPDX-License-Identifier: Apache-2.0
// The cryptography of the system under CryptoKit's names: CryptoKit and Security on Apple's systems, OpenSSL elsewhere.
// For OpenSSL, the part of CryptoKit's API that Tessera uses is declared here; RSA, DER, PEM and scrypt are our own.
//
// On Apple's systems, CryptoKit's types throw CryptoKit's errors instead of CryptographyError: catch any error, not a
// case. CryptoKit also decides which keys of its types are valid: that a point of Ed25519 with small order is refused,
// as with OpenSSL, is not promised there.
//
// Oracles: NIST's and Wycheproof's vectors, from PyPI (Tests/Peers/test_vectors.py); those of RFCs
// (JSONWebSignaturesTests, SystemCryptographyTests); OpenSSL itself, for scrypt in Swift; and Python's `cryptography`,
// for HKDF, sealed content and files of keys, which its own reader reads.
#if canImport(CryptoKit)
@_exported public import CryptoKit
#endif
