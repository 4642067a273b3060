// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import JOSE
import OAuth
import TenantAuthorization
import TenantDirectory

/// Skip tokens are sealed: a position holds the name of a person, whom the caller may not be allowed to read.
extension PeoplePosition {
    private static let purpose = Data("a skip token of people".utf8)

    /// The text for a skip token.
    func sealed(on platform: PlatformContext) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let nonce = try AES.GCM.Nonce(data: platform.settings.random.bytes(12))
        let box = try AES.GCM.seal(
            try encoder.encode(self), using: platform.keys.noteKey, nonce: nonce, authenticating: Self.purpose)
        return Base64URL.encode(Array(nonce) + box.ciphertext + box.tag)
    }

    /// Reads the text of a skip token.
    ///
    /// - Throws: ``GraphFault`` (400).
    init(sealed text: String, on platform: PlatformContext) throws {
        guard let bytes = try? Base64URL.decode(text), let box = try? AES.GCM.SealedBox(combined: bytes),
            let content = try? AES.GCM.open(box, using: platform.keys.noteKey, authenticating: Self.purpose),
            let position = try? JSONDecoder().decode(PeoplePosition.self, from: content)
        else { throw GraphFault.badSkipToken }
        self = position
    }
}
