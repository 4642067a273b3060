// SPDX-License-Identifier: Apache-2.0
package import ClientCommands
package import HTTPServing
package import LocalCertificates
package import PostgresStorage
package import TaskService
package import TenantAdministration
package import TenantDirectory
package import WebSignIn

extension ListeningError: ErrorWithText {
    package var errorText: ErrorText {
        let hint =
            switch code {
            case .portInUse, .notAPort: "add --port 0 for any free port"
            case .portForbidden: Self.permission
            case .addressUnavailable: "leave --listen out: 127.0.0.1 always works"
            }
        return ErrorText(message, hint: hint, .unavailable)
    }

    /// Systems allow ports below 1024 only to administrators.
    private static var permission: String {
        #if os(macOS)
        "macOS gives such a port to everybody at every address alone: --listen 0.0.0.0; or choose one above 1023"
        #else
        "allow it with `sudo sysctl net.ipv4.ip_unprivileged_port_start=443`, or choose a port above 1023"
        #endif
    }
}

extension WebSignInError: ErrorWithText {
    package var errorText: ErrorText {
        let hint =
            switch code {
            case .hostShared: "leave --base-url out, or name another host: --base-url http://localhost:PORT"
            case .addressUnsafe: "use --base-url https://HOST; plain http is for this machine only"
            case .redirectURIElsewhere: "write the app's address into the redirect URI, or name it: --base-url URL"
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
                hint: "move that file away: the next start makes a new one, to be trusted anew: `tessera tenant trust`",
                .cannotWrite)
        case .unusable:
            ErrorText(description, hint: "choose a folder that you may write to: --data FOLDER", .cannotWrite)
        }
    }
}

extension PostgresError: ErrorWithText {
    package var errorText: ErrorText {
        switch code {
        case .laterVersion: ErrorText(message, hint: "install the program of that version", .settingsWrong)
        // A server that refuses a password or a name may accept it later, such as after a restore.
        default:
            ErrorText(
                message, hint: "check that the database runs, and its address: --database FILE", .unavailable)
        }
    }
}

extension KeyRingError: ErrorWithText {
    package var errorText: ErrorText { ErrorText(description, .settingsWrong) }
}

extension TenantDataError: ErrorWithText {
    package var errorText: ErrorText {
        ErrorText(description, hint: "choose a folder that you may write to: --data FOLDER", .cannotWrite)
    }
}

extension TaskStoreError: ErrorWithText {
    package var errorText: ErrorText {
        ErrorText(description, hint: "choose a folder that you may write to: --data FOLDER", .cannotWrite)
    }
}

extension TenantFileError: ErrorWithText {
    private static let shownProblems = 20

    package var errorText: ErrorText {
        let others = problems.count - Self.shownProblems
        return ErrorText(
            lines: ["the tenant file cannot be taken, and nothing of it was:"] + problems.prefix(Self.shownProblems)
                + (others > 0 ? ["and at least \(others) more"] : []),
            hint: "mend these places; docs/tenant-file.md says what can stand in one", .dataWrong)
    }
}
