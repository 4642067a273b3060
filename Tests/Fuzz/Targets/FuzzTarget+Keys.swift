// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONWebSignatures
import SignIn

extension FuzzTarget {
    /// The keys that an app or a person hands over.
    static let keys = [clientKey, clientKeyJSON, sealingKey]

    private static let clientKey = FuzzTarget("client-key") { input in
        let text = String(decoding: input, as: UTF8.self)
        // A certificate may stand in front of the key or behind it.
        for certificate in [nil, text] {
            guard let key = try reading({ try ClientKey(pem: text, certificate: certificate) }) else { continue }
            try require(String(reflecting: key) == key.description, "a key shows itself")
        }
        guard let key = try reading({ try JSONWebPrivateKey(pem: text) }) else { return }
        let again = try? JSONWebPrivateKey(jsonData: key.privateJSONData)
        try require(again?.publicKey == key.publicKey, "a key reads otherwise once written")
    }

    private static let clientKeyJSON = FuzzTarget("client-key-json") { input in
        _ = try reading { try ClientKey(jsonWebKey: input) }
        guard let key = try reading({ try JSONWebPrivateKey(jsonData: input) }) else { return }
        let again = try? JSONWebPrivateKey(jsonData: key.privateJSONData)
        try require(again?.publicKey == key.publicKey, "a key reads otherwise once written")
        try require(String(reflecting: key) == key.description, "a key shows itself")
        let published = String(decoding: key.publicKey.jsonData, as: UTF8.self)
        try require(!published.contains("\"d\":"), "a private member stands in the public key")
    }

    private static let sealingKey = FuzzTarget("sealing-key") { input in
        let line = String(decoding: input, as: UTF8.self)
        if let key = SealingKey(line) {
            try require(!String(reflecting: key).contains(line), "a key shows itself")
        }
        guard let content = KeyFile.Content(line) else { return }
        let again = KeyFile.Content(content.text.revealed + "\n")
        try require(again == content, "what was read and written reads otherwise")
    }
}
