// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import PortableFoundation
import PostgresStorage
import ProgramLifecycle
import TaskService

package enum TaskServiceProgram {
    package static func main() async -> Never {
        StandardStreams.prepare()
        let arguments = CommandLine.arguments
        if CommandLineFlags.askForHelp(arguments) {
            if write(SettingsHelp.text, to: .standardOutput) { exit(TaskServiceExit.done.rawValue) }
            write(
                "error: standard output cannot be written\nhint: check the output's target and the free disk space",
                to: .standardError)
            exit(TaskServiceExit.cannotWrite.rawValue)
        }
        do {
            let configuration = try TaskServiceConfiguration(arguments: arguments)
            let run = TaskServiceRun(
                configuration, rereading: { try TaskServiceConfiguration(arguments: arguments) },
                onListening: { write("Listening on \($0)", to: .standardOutput) })
            try await run.run()
            exit(TaskServiceExit.done.rawValue)
        } catch {
            let failure = FailureText(error)
            write("error: \(failure.message)\nhint: \(failure.hint)", to: .standardError)
            exit(failure.status.rawValue)
        }
    }

    @discardableResult private static func write(_ text: String, to file: FileDescriptor) -> Bool {
        (try? file.write(Data((text + "\n").utf8))) != nil
    }
}

/// An error's text for the user, with the next step.
struct FailureText {
    let message: String
    let hint: String
    let status: TaskServiceExit

    init(_ error: any Error) {
        switch error {
        case let error as ConfigurationError:
            let ofArguments = error.problems.contains(where: \.isOfArguments)
            (message, status) = (error.description, ofArguments ? .wrongArguments : .settingsWrong)
            hint = "`task-service --help` lists the settings; see also docs/task-service.md"
        case let error as ListeningError:
            (message, status) = (error.message, .unavailable)
            hint = "set another listen.port or metrics.port, or 0 for a free port"
        case let error as TaskStoreError where error.code == .laterVersion:
            (message, status) = (error.description, .settingsWrong)
            hint = "install that version of the program, or set data.folder to another folder"
        case let error as TaskStoreError:
            (message, status) = (error.description, .cannotWrite)
            hint = "set data.folder to a writable folder on a disk with free space"
        case PostgresError.Code.laterVersion:
            (message, status) = ("\(error)", .settingsWrong)
            hint = "install that version of the program"
        case PostgresError.Code.missingLibrary:
            (message, status) = ("\(error)", .unavailable)
            hint = PostgresError.installationHint
        case let error as PostgresError:
            (message, status) = ("\(error)", .unavailable)
            hint = "check that the database runs, and its URL in database.addressFile"
        default:
            (message, hint, status) = ("unexpected error: \(type(of: error))", "report it", .failed)
        }
    }
}
