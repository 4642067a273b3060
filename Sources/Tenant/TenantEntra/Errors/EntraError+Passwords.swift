// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

// Errors of a person's account or password.
extension EntraError {
    /// The error for a refused password.
    init(_ refusal: PasswordRefusal) {
        self =
            switch refusal {
            case .wrong: .wrongPassword
            case .locked: .accountLocked
            case .disabled: .accountDisabled
            case .absent: .noPassword
            case .expired: .passwordExpired
            }
    }

    package static func unknownPerson(_ name: String, tenant: String) -> EntraError {
        EntraError(
            50034, "invalid_grant",
            "The user account \(name) does not exist in the \(tenant) directory. To sign into this application, the "
                + "account must be added to the directory.")
    }

    package static let accountLocked = EntraError(50053)

    static var passwordExpired: EntraError {
        var error = EntraError(50055)
        error.suberror = "user_password_expired"
        return error
    }

    static let noPassword = EntraError(50056)

    package static let accountDisabled = EntraError(50057)

    package static let wrongPassword = EntraError(50126)
}

extension PasswordRefusal {
    /// The sentence for the person, with Entra ID's number for looking it up.
    var textWithNumber: String { "\(text) (AADSTS\(EntraError(self).number))" }
}
