// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// Skip tokens are sealed: a position holds a person's name, and the caller may lack the permission to read it.
extension PeoplePosition {
    private static let purpose = "a skip token of people"

    /// The text for a skip token.
    func sealed(on platform: PlatformContext) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try platform.keys.noteKey.sealed(
            try encoder.encode(self), for: Self.purpose, random: platform.settings.random)
    }

    /// Reads the text of a skip token.
    ///
    /// - Throws: ``GraphFault`` (400).
    init(sealed text: String, on platform: PlatformContext) throws {
        guard let content = platform.keys.noteKey.opened(text, for: Self.purpose),
            let position = try? JSONDecoder().decode(PeoplePosition.self, from: content)
        else { throw GraphFault.badSkipToken }
        self = position
    }
}
