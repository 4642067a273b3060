// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// A value of the type that its setting has.
enum SettingValue: Equatable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case texts([String])

    /// The values behind a flag; `nil` if they are of another type.
    init?(ofFlag values: [String], _ kind: Setting.Kind) {
        switch kind {
        case .texts: self = .texts(values)
        // A flag alone says yes.
        case .flag where values.isEmpty: self = .flag(true)
        case _ where values.count == 1: self.init(values[0], kind)
        default: return nil
        }
    }

    /// The text of a variable; `nil` if it is of another type.
    init?(ofVariable text: String, _ kind: Setting.Kind) {
        guard case .texts = kind else {
            self.init(text, kind)
            return
        }
        self = .texts(text.split(separator: ",").map { $0.trimmed() })
    }

    /// A value of the file; `nil` if it is of another type.
    init?(of value: ConfigurationFile.Value, _ kind: Setting.Kind) {
        switch (kind, value) {
        case (.text, .text(let text)), (.file, .text(let text)), (.choice, .text(let text)): self = .text(text)
        case (.number, .number(let number)):
            guard let whole = Int(exactly: number) else { return nil }
            self = .number(whole)
        case (.flag, .flag(let flag)): self = .flag(flag)
        case (.texts, .texts(let texts)): self = .texts(texts)
        case (.texts, .numbers([])): self = .texts([])
        default: return nil
        }
    }

    private init?(_ text: String, _ kind: Setting.Kind) {
        switch kind {
        case .text, .file, .choice: self = .text(text)
        case .number:
            guard let number = Int(text) else { return nil }
            self = .number(number)
        case .flag:
            switch text.lowercased() {
            case "true", "yes", "1": self = .flag(true)
            case "false", "no", "0": self = .flag(false)
            default: return nil
            }
        case .texts: return nil
        }
    }
}
