// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import PortableFoundation
import PostgresStorage

/// Reads settings one by one, and collects all problems, so that an operator can fix them at once.
struct SettingReader {
    private let sources: SettingSources
    private(set) var problems: [SettingProblem] = []
    /// A library that this machine lacks to check a setting, which may be valid.
    var missingLibrary: PostgresError?
    /// By name, without secrets.
    private(set) var values: [String: String] = [:]

    init(_ arguments: [String], _ environment: [String: String]) {
        sources = SettingSources(arguments, environment, problems: &problems)
    }

    struct Placed<Value> {
        let value: Value
        let name: String
        var place: String?

        func with<Other>(_ value: Other) -> Placed<Other> { .init(value: value, name: name, place: place) }
    }

    mutating func refuse(_ placed: Placed<some Any>, _ text: String) {
        problems.append(SettingProblem(placed.name, placed.place, text))
    }

    mutating func refused<Value>(_ placed: Placed<some Any>, _ text: String) -> Value? {
        refuse(placed, text)
        return nil
    }

    mutating func refuse(missing name: String, _ text: String) { problems.append(SettingProblem(name, nil, text)) }

    mutating func text(_ name: String, for provider: String? = nil) -> Placed<String>? {
        let setting = Self.setting(name)
        guard let found = found(setting, provider, "is not a string; quote it in the file") else {
            return setting.usual.map { Placed(value: $0, name: name) }
        }
        guard case .text(let text) = found.value else { return nil }
        let placed = found.with(text)
        values[found.name] = setting.isSecret ? "set" : text
        guard !text.isEmpty else { return refused(placed, "it is empty; set a value, or remove it") }
        if case .choice(let texts) = setting.kind, !texts.contains(text) {
            let nearest = NameSuggestion.nearest(to: text, among: texts)
            return refused(
                placed,
                "'\(text.prefix(60))' is not one of \(texts.joined(separator: ", "))"
                    + (nearest.map { "; did you mean '\($0)'?" } ?? "; use one of them"))
        }
        return placed
    }

    mutating func number(_ name: String) -> Placed<Int>? {
        let setting = Self.setting(name)
        guard case .number(let range) = setting.kind else { return nil }
        let wanted = "is not a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard let found = found(setting, nil, wanted) else {
            return setting.usual.flatMap { Int($0) }.map { Placed(value: $0, name: name) }
        }
        guard case .number(let number) = found.value else { return nil }
        let placed = found.with(number)
        values[found.name] = "\(number)"
        guard range.contains(number) else { return refused(placed, "\(number) \(wanted)") }
        return placed
    }

    mutating func flag(_ name: String) -> Bool {
        let setting = Self.setting(name)
        guard let found = found(setting, nil, "is neither true nor false"), case .flag(let flag) = found.value else {
            return setting.usual == "true"
        }
        values[found.name] = "\(flag)"
        return flag
    }

    mutating func texts(_ name: String, for provider: String? = nil) -> Placed<[String]> {
        let setting = Self.setting(name)
        guard let found = found(setting, provider, "is not a list of strings; use [\"TEXT\"]"),
            case .texts(let texts) = found.value
        else { return Placed(value: setting.usual.map { [$0] } ?? [], name: name) }
        let placed = found.with(texts)
        values[found.name] = texts.joined(separator: ",")
        if texts.contains("") { refuse(placed, "it contains an empty string; remove it") }
        return placed
    }

    mutating func file(_ name: String) -> Placed<String>? {
        guard let path = text(name) else { return nil }
        guard let content = try? Data(contentsOf: URL(filePath: path.value)), content.count <= 1 << 20,
            let text = String(bytes: content, encoding: .utf8)
        else {
            return refused(path, "\(path.value) cannot be read; check the path and its permissions")
        }
        return path.with(text)
    }

    /// `nil` if no source has a value; a value of `nil` means that it is invalid.
    private mutating func found(
        _ setting: Setting, _ provider: String?, _ wanted: String
    ) -> Placed<SettingValue?>? {
        let name = Setting.filled(setting.name, with: provider)
        guard let found = sources.value(of: setting, for: provider) else { return nil }
        let placed = Placed(value: found.value, name: name, place: found.place)
        guard found.value != nil else {
            refuse(placed, "the value " + wanted)
            return placed
        }
        guard setting.isSecret, found.isArgument else { return placed }
        values[name] = "set"
        refuse(placed, "other users of this machine can see arguments; use \(setting.variable), or a file")
        return placed.with(nil)
    }

    private static func setting(_ name: String) -> Setting {
        guard let setting = Setting.all.first(where: { $0.name == name }) else {
            preconditionFailure("no setting is called \(name)")
        }
        return setting
    }
}
