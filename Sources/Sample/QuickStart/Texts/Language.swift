// SPDX-License-Identifier: Apache-2.0

/// The languages of the app, which are those of the five tutorials.
public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case spanish = "es"
    case italian = "it"
    case german = "de"
    case russian = "ru"

    /// The language's name in that language.
    public var ownName: String {
        switch self {
        case .english: "English"
        case .spanish: "Español"
        case .italian: "Italiano"
        case .german: "Deutsch"
        case .russian: "Русский"
        }
    }

    /// The texts of the app.
    public var texts: Texts {
        switch self {
        case .english: .english
        case .spanish: .spanish
        case .italian: .italian
        case .german: .german
        case .russian: .russian
        }
    }

    /// Selects the language that a browser prefers by `Accept-Language`, or English; a range matches by its first
    /// subtag. RFC 9110 §12.5.4
    public init(accepting ranges: String) {
        var best: (language: Language, weight: Double)?
        for range in ranges.utf8.prefix(Self.longestRanges).split(separator: UInt8(ascii: ",")) {
            let parts = String(Substring(range)).split(separator: ";").map(\.trimmed)
            guard let tag = parts.first, let language = Language(tag: tag) else { continue }
            let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
                .map { Double($0.dropFirst(2)) ?? 0 }
            let given = weight ?? 1
            if given > best?.weight ?? 0 { best = (language, given) }
        }
        self = best?.language ?? .english
    }

    /// Creates the language of a tag such as `de-AT`; `nil` for an unsupported language. RFC 5646
    public init?(tag: String) {
        guard let subtag = tag.lowercased().split(separator: "-").first else { return nil }
        self.init(rawValue: String(subtag))
    }

    private static let longestRanges = 1000
}
