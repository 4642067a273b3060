// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures

/// Keys that are made once in each run.
enum ConformanceKeys {
    static let first = made { try JSONWebPrivateKey.generateRSA(keyIdentifier: "first") }
    static let second = made { try JSONWebPrivateKey.generateRSA(keyIdentifier: "second") }
    static let elliptic = made { try JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "elliptic") }
    static let edwards = made { try JSONWebPrivateKey.generate(on: .ed25519, keyIdentifier: "edwards") }

    private static func made(_ make: () throws -> JSONWebPrivateKey) -> JSONWebPrivateKey {
        do { return try make() } catch { preconditionFailure("no key: \(error)") }
    }
}
