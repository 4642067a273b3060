// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import TenantAuthorization

/// The content of a form on the sign-in pages.
///
/// Each kind has its own field and form token. A link can put any text into an app's request: if it could become a
/// device's, the person would not see the device's page.
enum CarriedRequest: Sendable, Hashable {
    case app(String)
    case administrator(String)
    /// A user code, after the person confirmed the device.
    case device(String)

    private static let userCodeField = "user_code"
    private static let administratorField = "admin_consent_request"

    init(in form: FormParameters) throws {
        if let userCode = try form.once(Self.userCodeField) {
            self = .device(userCode)
        } else if let parameters = try form.once(Self.administratorField) {
            self = .administrator(parameters)
        } else {
            self = .app(try form.once(Pages.carriedField) ?? "")
        }
    }

    var field: (name: String, value: String) {
        switch self {
        case .app(let parameters): (Pages.carriedField, parameters)
        case .administrator(let parameters): (Self.administratorField, parameters)
        case .device(let userCode): (Self.userCodeField, userCode)
        }
    }

    var purpose: String {
        switch self {
        case .app: Pages.purpose
        case .administrator: "admin consent"
        case .device(let userCode): "device \(userCode)"
        }
    }

    /// Binds a token to this request alone.
    var text: String {
        switch self {
        case .app(let parameters), .administrator(let parameters): "\(purpose) \(parameters)"
        case .device: purpose
        }
    }
}

extension AuthorizeRequest {
    var carried: CarriedRequest {
        switch target {
        case .redirect: .app(parameters.encoded)
        case .administrator: .administrator(parameters.encoded)
        case .device(let device): .device(device.userCode)
        }
    }
}
