// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// Skip tokens are sealed: a position contains a person's name, which the caller may not be allowed to read.
extension PeoplePosition {
    private static let purpose = "a skip token of people"

    func sealed(on platform: PlatformContext) throws -> String { try platform.sealed(self, for: Self.purpose) }

    init(sealed text: String, on platform: PlatformContext) throws {
        guard let position: PeoplePosition = platform.opened(text, for: Self.purpose) else {
            throw GraphFault.badSkipToken
        }
        self = position
    }
}

/// Values that clients carry but must not read.
extension PlatformContext {
    func sealed(_ value: some Encodable, for purpose: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try keys.noteKey.sealed(try encoder.encode(value), for: purpose, random: settings.random)
    }

    /// `nil` for a text that this tenant did not seal for the purpose.
    func opened<Value: Decodable>(_ text: String, for purpose: String) -> Value? {
        keys.noteKey.opened(text, for: purpose).flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
    }
}
