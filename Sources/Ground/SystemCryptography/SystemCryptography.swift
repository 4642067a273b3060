// SPDX-License-Identifier: Apache-2.0
// The cryptography of the system under CryptoKit's names: CryptoKit and Security on Apple's systems, OpenSSL elsewhere.
// For OpenSSL, the part of CryptoKit's API that Tessera uses is declared here; RSA, DER, PEM and scrypt are our own.
// Oracles: NIST's and Wycheproof's vectors (Tests/Peers/test_vectors.py), those of RFCs (JOSETests,
// SystemCryptographyTests), and for files of keys the reader of Python's `cryptography`, which is not OpenSSL's.
#if canImport(CryptoKit)
@_exported public import CryptoKit
#endif
