// SPDX-License-Identifier: Apache-2.0

/// The text of `task-service --help`.
enum SettingsHelp {
    static let text = """
        USAGE: task-service [--config FILE] [--SETTING VALUE ...]

        Serves the task API: without an identity platform, for tokens of the providers
        that its settings name. It prints one line when it listens: Listening on URL.

        SETTINGS, as flags; the environment has them as TESSERA_TASKS_…, the file as JSON.
        A flag goes before the environment, and that before the file.

        \(settings)

          --config FILE
              The file with settings; or TESSERA_TASKS_CONFIG.

        SIGNALS:
          SIGTERM, SIGINT  end it, after open requests
          SIGHUP           reread certificates, secrets and the log's level

        EXIT CODES:
        \(exitCodes)
        """

    private static let settings = Setting.all.map { setting in
        let name = setting.isSecret ? setting.variable : setting.flag
        let usual = setting.usual.map { " Without it: \($0)." } ?? ""
        return "  \(name) <\(setting.kindText)>\n      \(setting.meaning)\(usual)"
    }.joined(separator: "\n")

    private static let exitCodes = TaskServiceExit.allCases.map { "  \($0.padded)  \($0.meaning)" }
        .joined(separator: "\n")
}

/// The exit codes, after `sysexits.h`; the same as those of `tessera`.
enum TaskServiceExit: Int32, CaseIterable {
    case done = 0
    case failed = 1
    case wrongArguments = 64
    case unavailable = 69
    case cannotWrite = 73
    case settingsWrong = 78

    var meaning: String {
        switch self {
        case .done: "ended by a signal"
        case .failed: "failed"
        case .wrongArguments: "wrong arguments"
        case .unavailable: "an address is taken, or the database does not answer"
        case .cannotWrite: "a file or folder cannot be written"
        case .settingsWrong: "the settings are missing or wrong, or the tables are those of a later version"
        }
    }

    var padded: String { rawValue < 10 ? " \(rawValue)" : "\(rawValue)" }
}
