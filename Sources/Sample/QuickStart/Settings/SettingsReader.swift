// SPDX-License-Identifier: Apache-2.0
import SignIn

/// Reads values by key, and collects all problems.
struct SettingsReader {
    private let values: [String: String?]
    private var known: Set<String> = []
    private(set) var problems: [SettingsProblem] = []

    init(_ values: [String: String?]) { self.values = values }

    var unknownKeys: [String] { values.keys.filter { !known.contains($0) }.sorted() }

    func raw(_ key: String) -> String? { values[key].flatMap(\.self) }

    mutating func has(_ key: String) -> Bool {
        known.insert(key)
        return values[key] != nil
    }

    mutating func note(_ key: String, _ message: String) {
        problems.append(SettingsProblem(key: key, message: message))
    }

    mutating func optional(_ key: String) -> String? {
        guard has(key), let value = values[key] else { return nil }
        guard let text = value else {
            note(key, "must be a <string>")
            return nil
        }
        return text.isEmpty || notesPlaceholders(in: text, of: key, "the value, or leave it empty") ? nil : text
    }

    /// Reads a required value; `nil` after a problem, which is recorded.
    ///
    /// `remedy` is the value to write. `read` returns `nil` for an invalid value.
    mutating func value<Value>(_ key: String, _ remedy: String, _ read: (String) -> Value?) -> Value? {
        guard let text = text(key, remedy) else { return nil }
        guard let read = read(text) else {
            note(key, "is invalid; use \(remedy)")
            return nil
        }
        return read
    }

    mutating func value<Value>(
        _ key: String, _ remedy: String, readingOrSaying read: (String) throws(Refusal) -> Value
    ) -> Value? {
        guard let text = text(key, remedy) else { return nil }
        do {
            return try read(text)
        } catch {
            note(key, "is invalid: \(error.message)")
            return nil
        }
    }

    private mutating func text(_ key: String, _ remedy: String) -> String? {
        guard has(key), let value = values[key] else {
            note(key, "is missing; use \(remedy)")
            return nil
        }
        guard let text = value else {
            note(key, "must be a <string>: \(remedy)")
            return nil
        }
        guard !text.isEmpty else {
            note(key, "is empty; use \(remedy)")
            return nil
        }
        return notesPlaceholders(in: text, of: key, remedy) ? nil : text
    }

    mutating func accountGroup() -> AccountGroup? {
        guard let name = optional("keychain") else { return nil }
        guard let group = AccountGroup(name) else {
            note("keychain", "is invalid; use a name such as com.example.apps, or leave it empty")
            return nil
        }
        return group
    }

    private static let secretKeys: Set = ["secret", "clientSecret"]

    private mutating func notesPlaceholders(in text: String, of key: String, _ remedy: String) -> Bool {
        var seen: Set<Substring> = []
        for part in text.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            let word = part.prefix { $0 != ">" }
            guard !word.isEmpty, word.endIndex != part.endIndex, seen.insert(word).inserted else { continue }
            // A secret may contain text that looks like a placeholder.
            let name = Self.secretKeys.contains(key) ? "" : " <\(word)>"
            note(key, "the placeholder\(name) was not replaced; use \(remedy)")
        }
        return !seen.isEmpty
    }
}
