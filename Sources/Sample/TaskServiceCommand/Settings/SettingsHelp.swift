// SPDX-License-Identifier: Apache-2.0

enum SettingsHelp {
    static let text = """
        USAGE: task-service [--config FILE] [--SETTING VALUE ...]

        Serves the task API for tokens of the providers in its settings, without an
        identity platform of its own. When ready, prints: Listening on URL.

        SETTINGS, as flags. In the environment: TESSERA_TASKS_…; in the file: JSON.
        Flags override the environment, which overrides the file.

        \(settings)

          --config FILE
              The settings file, or set TESSERA_TASKS_CONFIG.

        SIGNALS:
          SIGTERM, SIGINT  shut down after open requests
          SIGHUP           reload certificates, secrets, and the log level

        EXIT CODES:
        \(exitCodes)
        """

    private static let settings = Setting.all.map { setting in
        let name = setting.isSecret ? setting.variable : setting.flag
        let usual = setting.usual.map { " Default: \($0)." } ?? ""
        return "  \(name) <\(setting.kindText)>\n      \(setting.meaning)\(usual)"
    }.joined(separator: "\n")

    private static let exitCodes = TaskServiceExit.allCases.map { "  \($0.padded)  \($0.meaning)" }
        .joined(separator: "\n")
}

/// The exit codes follow `sysexits.h`, as those of `tessera` do.
enum TaskServiceExit: Int32, CaseIterable {
    case done = 0
    case failed = 1
    case wrongArguments = 64
    case unavailable = 69
    case cannotWrite = 73
    case settingsWrong = 78

    var meaning: String {
        switch self {
        case .done: "shut down by a signal"
        case .failed: "failed"
        case .wrongArguments: "invalid arguments"
        case .unavailable: "an address is in use, the database does not respond, or a library is missing"
        case .cannotWrite: "a file or folder cannot be written"
        case .settingsWrong: "the settings are missing or invalid, or the tables have a later version"
        }
    }

    var padded: String { rawValue < 10 ? " \(rawValue)" : "\(rawValue)" }
}
