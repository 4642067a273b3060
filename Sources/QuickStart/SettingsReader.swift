// SPDX-License-Identifier: Apache-2.0
/// Reads values by their keys, and collects every problem instead of stopping at the first.
struct SettingsReader {
    private let values: [String: Any]
    private(set) var problems: [SettingsProblem] = []

    init(_ values: [String: Any]) {
        self.values = values
    }

    /// Whether a key is there at all.
    func has(_ key: String) -> Bool { values[key] != nil }

    /// A value that may be missing or empty.
    mutating func optional(_ key: String) -> String? {
        guard let value = values[key] else { return nil }
        guard let text = value as? String else {
            problems.append(SettingsProblem(key: key, message: "must be a <string>"))
            return nil
        }
        return text.isEmpty ? nil : text
    }

    /// A value that must be there and of the right form.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - remedy: What to put there.
    ///   - read: Reads the text; `nil` means that it is of the wrong form.
    /// - Returns: What was read; `nil` if there is a problem, which is noted.
    mutating func value<Value>(_ key: String, _ remedy: String, _ read: (String) -> Value?) -> Value? {
        guard let value = values[key] else {
            problems.append(SettingsProblem(key: key, message: "is missing; put there \(remedy)"))
            return nil
        }
        guard let text = value as? String else {
            problems.append(SettingsProblem(key: key, message: "must be a <string>: \(remedy)"))
            return nil
        }
        guard !text.isEmpty else {
            problems.append(SettingsProblem(key: key, message: "is empty; put there \(remedy)"))
            return nil
        }
        if let placeholder = text.firstMatch(of: #/<[^<>]+>/#)?.0 {
            problems.append(
                SettingsProblem(
                    key: key, message: "the placeholder \(placeholder) was not replaced; put there \(remedy)"))
            return nil
        }
        guard let read = read(text) else {
            problems.append(SettingsProblem(key: key, message: "cannot be used as it is; put there \(remedy)"))
            return nil
        }
        return read
    }
}
