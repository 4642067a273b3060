// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The places that settings come from: arguments before environment before file.
struct SettingSources {
    /// The beginning of each environment variable.
    static let prefix = "TESSERA_TASKS"
    /// The argument that names the file, and its variable.
    static let configFlag = "--config"
    static let configVariable = prefix + "_CONFIG"

    /// A value, with the place that it came from.
    struct Found {
        let value: SettingValue
        let place: String
        let isArgument: Bool
    }

    private struct Source {
        /// The name of a setting there.
        let place: (Setting, [String]) -> String
        /// The value there; `nil` if it has another type.
        let value: (Setting, [String]) -> SettingValue??
        let isArguments: Bool
    }

    private let sources: [Source]

    /// Opens the places, and finds names there that are no settings.
    ///
    /// - Parameters:
    ///   - arguments: The program's arguments, with its name as the first.
    ///   - environment: The program's environment.
    ///   - problems: Gets the mistakes.
    init(_ arguments: [String], _ environment: [String: String], problems: inout [SettingProblem]) {
        let flags = CommandLineFlags(arguments)
        problems += flags.problems
        var sources = [
            Source(
                place: { CommandLineFlags.flag(of: $0, at: $1) },
                value: { setting, key in
                    flags.values[CommandLineFlags.flag(of: setting, at: key)]
                        .map { SettingValue(ofFlag: $0, setting.kind) }
                }, isArguments: true),
            Source(
                place: { Self.variable(of: $0, at: $1) },
                value: { setting, key in
                    environment[Self.variable(of: setting, at: key)].map { SettingValue(ofVariable: $0, setting.kind) }
                }, isArguments: false),
        ]
        if let path = flags.config ?? environment[Self.configVariable] {
            do {
                let file = try ConfigurationFile(path)
                problems += file.unknownNames()
                sources.append(
                    Source(
                        place: { "\($1.joined(separator: ".")) in \(path)" },
                        value: { setting, key in
                            file.values[key.joined(separator: ".")].map { SettingValue(of: $0, setting.kind) }
                        }, isArguments: false))
            } catch {
                let place = flags.config == nil ? Self.configVariable : Self.configFlag
                problems.append(SettingProblem("config", place, error.description))
            }
        }
        self.sources = sources
        problems += Self.unknownVariables(environment)
    }

    /// The value of a setting from the first place that has one.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - key: Its name, with a provider's name in place of the placeholder.
    /// - Returns: The value, with its place.
    /// - Throws: The place, if it has a value of another type.
    func value(of setting: Setting, at key: [String]) throws(WrongType) -> Found? {
        for source in sources {
            guard let found = source.value(setting, key) else { continue }
            let place = source.place(setting, key)
            guard let value = found else { throw WrongType(place: place) }
            return Found(value: value, place: place, isArgument: source.isArguments)
        }
        return nil
    }

    /// A value that has another type than the setting.
    struct WrongType: Error {
        let place: String
    }

    private static func variable(of setting: Setting, at key: [String]) -> String {
        let variable = setting.variable
        guard let index = setting.components.firstIndex(of: Setting.placeholder) else { return variable }
        return variable.replacing(
            "_\(Setting.placeholder)_", with: "_\(key[index].uppercased().replacing("-", with: "_"))_")
    }

    private static func unknownVariables(_ environment: [String: String]) -> [SettingProblem] {
        environment.keys.filter { $0.hasPrefix(prefix + "_") && $0 != configVariable }.sorted().compactMap { name in
            let isKnown = Setting.all.contains { NamePattern($0.variable, separator: "_").matches(name) }
            guard !isKnown else { return nil }
            return SettingProblem(
                name, nil, "unknown variable" + NearestName.hint(name, among: Setting.all.map(\.variable)))
        }
    }
}
