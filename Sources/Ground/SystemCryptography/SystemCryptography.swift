// SPDX-License-Identifier: Apache-2.0
// The cryptography of the system under CryptoKit's names: CryptoKit and Security on Apple's systems, OpenSSL elsewhere.
// For OpenSSL, the part of CryptoKit's API that Tessera uses is declared here; RSA, DER, PEM and scrypt are our own.
// Oracles: the published vectors of JOSETests and SystemCryptographyTests, and keys, certificates and sealed files that
// the `openssl` program and Python's `cryptography` wrote.
#if canImport(CryptoKit)
@_exported public import CryptoKit
#endif
