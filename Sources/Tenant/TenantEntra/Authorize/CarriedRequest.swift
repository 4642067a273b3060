// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import TenantAuthorization

/// The content that a form of the sign-in pages carries: an app's request for sign-in or administrator consent, or a
/// device's user code.
///
/// Each kind has its own form field and its own form token. A link can put any text into an app's request; it must
/// never become a device's, or the person would not see the device's page.
enum CarriedRequest: Sendable, Hashable {
    /// The parameters of an authorization request, encoded.
    case app(String)
    /// The parameters of a request for an administrator's consent, encoded.
    case administrator(String)
    /// The user code of a device, after the person confirmed the device.
    case device(String)

    private static let userCodeField = "user_code"
    private static let administratorField = "admin_consent_request"

    /// Finds the content in a form; only a device's form has the field of the code.
    ///
    /// - Throws: `Refusal` if a field appears twice.
    init(in form: FormParameters) throws {
        if let userCode = try form.once(Self.userCodeField) {
            self = .device(userCode)
        } else if let parameters = try form.once(Self.administratorField) {
            self = .administrator(parameters)
        } else {
            self = .app(try form.once(Pages.carriedField) ?? "")
        }
    }

    /// The form field that carries the content.
    var field: (name: String, value: String) {
        switch self {
        case .app(let parameters): (Pages.carriedField, parameters)
        case .administrator(let parameters): (Self.administratorField, parameters)
        case .device(let userCode): (Self.userCodeField, userCode)
        }
    }

    /// The purpose of the token of a sign-in form.
    var purpose: String {
        switch self {
        case .app: Pages.purpose
        case .administrator: "admin consent"
        case .device(let userCode): "device \(userCode)"
        }
    }

    /// The text that binds a token to this request alone.
    var text: String {
        switch self {
        case .app(let parameters), .administrator(let parameters): "\(purpose) \(parameters)"
        case .device: purpose
        }
    }
}

extension AuthorizeRequest {
    /// The content that the forms of its pages carry.
    var carried: CarriedRequest {
        switch target {
        case .redirect: .app(parameters.encoded)
        case .administrator: .administrator(parameters.encoded)
        case .device(let device): .device(device.userCode)
        }
    }
}
