// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import LocalCertificates

/// Errors of a server's start.
extension ErrorText {
    static func listening(_ error: ListeningError) -> ErrorText {
        let hint =
            switch error.code {
            case .portInUse, .notAPort: "add --port 0 for any free port"
            case .portForbidden: permission
            case .addressUnavailable: "leave --listen out: 127.0.0.1 always works"
            }
        return ErrorText(error.message, hint: hint, .unavailable)
    }

    static func certificates(_ error: LocalCertificatesError) -> ErrorText {
        switch error.code {
        case .damaged:
            ErrorText(
                error.description,
                hint: "move that file away: the next start makes a new one, to be trusted anew: `tessera tenant trust`",
                .cannotWrite)
        case .unusable:
            ErrorText(error.description, hint: "choose a folder that you may write to: --data FOLDER", .cannotWrite)
        }
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
