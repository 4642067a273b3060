// SPDX-License-Identifier: Apache-2.0
public import ClientCommands
package import HTTPServing
package import LocalCertificates
public import PostgresStorage
package import TaskService
package import TenantAdministration
package import TenantDirectory
public import WebSignIn
public import WebSignInSQLite

extension ListeningError: ErrorWithText {
    package var errorText: ErrorText {
        let hint: Hint =
            switch code {
            case .portInUse, .notAPort: "add --port 0 for any free port"
            case .portForbidden: Self.permission
            case .addressUnavailable: "omit --listen to use 127.0.0.1"
            }
        return ErrorText(message, hint: hint, .unavailable)
    }

    /// Systems allow ports below 1024 only to administrators.
    private static var permission: Hint {
        #if os(macOS)
        "macOS allows such a port only on all addresses: use --listen 0.0.0.0, or a port above 1023"
        #else
        "allow it with `sudo sysctl net.ipv4.ip_unprivileged_port_start=443`, or choose a port above 1023"
        #endif
    }
}

extension WebSignInError: ErrorWithText {
    /// The error, with the option or the command that helps.
    public var errorText: ErrorText {
        let hint: Hint =
            switch code {
            case .hostShared: "omit --base-url, or use another host: --base-url http://localhost:PORT"
            case .addressUnsafe: "use --base-url https://HOST; plain http is for this machine only"
            case .redirectURIElsewhere: "use the app's URL in the redirect URI, or set it with --base-url URL"
            default: "correct the settings"
            }
        return ErrorText(message, hint: hint, .settingsWrong)
    }
}

extension LocalCertificatesError: ErrorWithText {
    package var errorText: ErrorText {
        switch code {
        case .damaged:
            ErrorText(
                description,
                hint:
                    "move that file; the next start creates a new one for clients to trust (`tessera tenant trust`)",
                .cannotWrite)
        case .unusable:
            ErrorText(description, hint: ErrorText.writableFolder, .cannotWrite)
        }
    }
}

extension PostgresError: ErrorWithText {
    /// The error, with the option or the command that helps.
    public var errorText: ErrorText {
        switch code {
        case .laterVersion: ErrorText(message, hint: "install that version of the program", .settingsWrong)
        case .missingLibrary: ErrorText(message, hint: "\(Self.installationHint)", .unavailable)
        // A server that rejects a password or a name may accept it later, for example after a restore.
        default:
            ErrorText(
                message, hint: "check that the database runs, and its URL: --database FILE", .unavailable)
        }
    }
}

extension KeyRingError: ErrorWithText {
    package var errorText: ErrorText { ErrorText(description, .settingsWrong) }
}

extension TenantDataError: ErrorWithText {
    package var errorText: ErrorText {
        switch code {
        case .unusable:
            ErrorText(description, hint: ErrorText.writableFolder, .cannotWrite)
        case .laterVersion: .laterVersion(description)
        }
    }
}

extension TaskStoreError: ErrorWithText {
    package var errorText: ErrorText {
        switch code {
        case .unusable: ErrorText(description, hint: ErrorText.writableFolder, .cannotWrite)
        case .laterVersion: .laterVersion(description)
        }
    }
}

extension WebSessionFileError: ErrorWithText {
    /// The error, with the option or the command that helps.
    public var errorText: ErrorText { .laterVersion(description) }
}

extension ErrorText {
    /// For a folder that cannot be written; SQLite reports a full disk only as an I/O error at times.
    static let writableFolder: Hint = "choose a writable folder on a disk with free space: --data FOLDER"

    fileprivate static func laterVersion(_ description: String) -> ErrorText {
        ErrorText(
            description, hint: "use that version of the program, or another folder: --data FOLDER", .settingsWrong)
    }
}

extension TenantFileError: ErrorWithText {
    private static let shownProblems = 20

    package var errorText: ErrorText {
        let others = problems.count - Self.shownProblems
        return ErrorText(
            lines: ["the tenant file is invalid, and nothing was imported:"] + problems.prefix(Self.shownProblems)
                + (others > 0 ? ["and at least \(others) more"] : []),
            hint: "correct these values; docs/tenant-file.md describes the format", .dataWrong)
    }
}
