// SPDX-License-Identifier: Apache-2.0

extension RawRepresentable<String> where Self: CaseIterable {
    /// Decodes one of the known words.
    ///
    /// - Throws: `DecodingError` with a sentence that suggests the nearest word, or lists all.
    package static func known(by decoder: any Decoder) throws -> Self {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let known = Self(rawValue: name) else {
            let hint = NameSuggestion.sentence(for: name, in: allCases.map(\.rawValue))
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Nothing here is called '\(name.prefix(40))'\(hint)")
        }
        return known
    }
}
