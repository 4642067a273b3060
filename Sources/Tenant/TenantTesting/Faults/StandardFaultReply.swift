// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
package import TenantAuthorization
package import TenantControl
import TenantCustomers
import TenantEntra
import TenantStandard

/// Writes an error in the standard provider's form: JSON, a redirect to the client, or a page.
struct StandardFaultReply: Sendable {
    let asked: FaultSubject
    let answer: ErrorAnswer

    private var code: String { answer.code ?? StandardError.Code.invalidRequest.rawValue }
    private var text: String { answer.description ?? "The request failed because of a fault rule of this tenant." }

    /// The error response.
    func response() async throws -> Response {
        let provider = asked.standardProvider
        RefusalNote.refuse(RefusalNote.Rule(code, reason: "A fault rule of this tenant causes this."))
        switch asked.address.endpoint {
        case .authorize:
            return try await StandardErrorBoundary(provider: provider, request: asked.request).withPage {
                let target = try await StandardTarget(asked.parameters, in: provider)
                return AuthorizationAnswer(provider: provider)
                    .send(["error": code, "error_description": text], to: target, request: asked.request)
            }
        case .pages, .logout:
            let known = StandardError.Code(rawValue: code) ?? .invalidRequest
            return provider.pages.standardProblem(
                StandardProblem(
                    title: "The sign-in failed", error: StandardError(known, text),
                    hint: "A fault rule of this tenant causes this. Remove it to continue."))
        default:
            let isClient = code == StandardError.Code.invalidClient.rawValue
            let status = answer.status.map { HTTPResponse.Status(code: $0) } ?? (isClient ? .unauthorized : .badRequest)
            var response = StandardReply.json(
                ["error": .string(code), "error_description": .string(text)], status: status)
            if status == .unauthorized {
                // RFC 6750 §3, RFC 6749 §5.2
                response.headers[.wwwAuthenticate] =
                    asked.address.endpoint == .userInfo
                    ? "Bearer error=\"\(code)\"" : "Basic realm=\"\(provider.issuer)\""
            }
            return response
        }
    }
}

extension ErrorCatalogue {
    /// The catalogue of the numbers with this prefix.
    package static func of(_ prefix: ErrorAnswer.Prefix) -> ErrorCatalogue {
        switch prefix {
        case .entraID: .entraID
        case .azureADB2C: .azureADB2C
        }
    }
}

extension ErrorAnswer {
    /// The error with a name such as `AADSTS50196` or `AADB2C90118`, or with a number alone; `nil` for unknown ones.
    init?(named name: String) {
        let prefix = Prefix.allCases.first { name.uppercased().hasPrefix($0.rawValue) }
        let catalogues = (prefix.map { [$0] } ?? Prefix.allCases).map(ErrorCatalogue.of)
        guard let number = catalogues.lazy.compactMap({ $0.number(in: name) }).first else { return nil }
        self.init(number: number)
        self.prefix = prefix
    }
}

/// The usual numbers of error codes, for rules that name only a code.
enum UsualNumber {
    /// The usual number of a code at Entra ID.
    static func entra(_ code: String) -> Int? { entraNumbers[code] }

    /// The usual number of a code at Azure AD B2C.
    static func userFlow(_ code: String) -> Int? { userFlowNumbers[code] }

    private static let entraNumbers = [
        "invalid_grant": 70000, "invalid_client": 7_000_215, "unauthorized_client": 700016,
        "invalid_scope": 70011, "access_denied": 65004, "login_required": 50058,
        "consent_required": 65001, "interaction_required": 50076, "authorization_pending": 70016,
        "expired_token": 70020, "server_error": 90033, "temporarily_unavailable": 90033,
        "slow_down": EntraError.slowDown.number, "authorization_declined": EntraError.authorizationDeclined.number,
        "bad_verification_code": EntraError.badDeviceCode.number,
    ]

    private static let userFlowNumbers = [
        "invalid_grant": 90080, "access_denied": 90091, "temporarily_unavailable": 90035, "server_error": 90035,
        "invalid_client": 90081, "interaction_required": 90077,
    ]
}
