// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization

/// What a form of the sign-in pages carries along: what an app asked for, be it a sign-in or an
/// administrator's consent, or the code of a device.
///
/// Each has a form field of its own and a token of its own. What an app asked for is whatever somebody's link says, so
/// nothing in it may make it a device's: then the person would never see whose device it is.
enum CarriedRequest: Sendable, Hashable {
    /// The parameters of an authorization request, encoded.
    case app(String)
    /// The parameters of a request for an administrator's consent, encoded.
    case administrator(String)
    /// The user code of a device that the person said is theirs.
    case device(String)

    private static let userCodeField = "user_code"
    private static let administratorField = "admin_consent_request"

    /// Finds it in a form; only a device's form has the field of the code.
    ///
    /// - Throws: `Refusal` if a field stands twice.
    init(in form: FormParameters) throws {
        if let userCode = try form.once(Self.userCodeField) {
            self = .device(userCode)
        } else if let parameters = try form.once(Self.administratorField) {
            self = .administrator(parameters)
        } else {
            self = .app(try form.once(Pages.carriedField) ?? "")
        }
    }

    /// The form field to write it into.
    var field: (name: String, value: String) {
        switch self {
        case .app(let parameters): (Pages.carriedField, parameters)
        case .administrator(let parameters): (Self.administratorField, parameters)
        case .device(let userCode): (Self.userCodeField, userCode)
        }
    }

    /// What the token of a sign-in form is good for.
    var purpose: String {
        switch self {
        case .app: Pages.purpose
        case .administrator: "admin consent"
        case .device(let userCode): "device \(userCode)"
        }
    }

    /// The request itself, for a token that is good for this one alone.
    var text: String {
        switch self {
        case .app(let parameters), .administrator(let parameters): "\(purpose) \(parameters)"
        case .device: purpose
        }
    }
}

extension AuthorizeRequest {
    /// What the forms of its pages carry along.
    var carried: CarriedRequest {
        switch target {
        case .redirect: .app(parameters.encoded)
        case .administrator: .administrator(parameters.encoded)
        case .device(let device): .device(device.userCode)
        }
    }
}
