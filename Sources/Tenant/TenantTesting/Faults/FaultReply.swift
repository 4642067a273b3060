// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
package import TenantAuthorization
package import TenantControl
import TenantCustomers
import TenantDirectory
import TenantEntra
import TenantExternalID
import TenantGraph
import TenantStandard

/// Writes an error in the endpoint's format: JSON, a redirect to the app, or a page.
struct FaultReply: Sendable {
    let asked: FaultSubject
    let answer: ErrorAnswer

    private var platform: PlatformContext { asked.platform }
    private var correlationID: CorrelationID? {
        CorrelationID(in: asked.request.headers) ?? CorrelationID(in: asked.parameters)
    }

    func response() async throws -> Response {
        var response = try await shaped()
        RefusalNote.decided(by: "faults", remedy: "Remove the fault rule: tessera tenant fault --clear")
        if let seconds = answer.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    private func shaped() async throws -> Response {
        if asked.address.isStandard { return try await standard() }
        if [.graph, .userInfo].contains(asked.address.endpoint) { return graph() }
        guard let routing = try await asked.userFlow() else { return try await entra() }
        do {
            return try await userFlow(routing)
        } catch let problem as UserFlowProblem {
            return routing.dialect.page(about: problem, correlationID: correlationID)
        } catch let refusal as ExternalIDRefusal {
            return try page(refusal.error)
        }
    }

    private func graph() -> Response {
        let status = HTTPResponse.Status(code: answer.status ?? 400)
        let requestID = platform.settings.random.identifier()
        return GraphFault(
            status: status, code: answer.code.map { Self.graphCodes[status.code] ?? $0 } ?? "generalException",
            message: answer.description ?? Self.text
        )
        .response(
            requestID: requestID, clientRequestID: correlationID?.text ?? requestID, baseURL: platform.baseURL,
            now: platform.settings.now())
    }

    private static let graphCodes = [429: "TooManyRequests", 500: "generalException", 503: "serviceNotAvailable"]

    private func entra() async throws -> Response {
        let error = EntraError(answer)
        switch asked.address.endpoint {
        case .authorize where answer.isPage(.entraID): return try page(error)
        case .authorize:
            let boundary = AuthorizeErrorBoundary(platform: platform, request: asked.request)
            return try await boundary.withRequest(asked.parameters, tenant: asked.address.directory ?? "") { _ in
                throw error
            }
        case .logout, .pages: return try page(error)
        default: return try json(error)
        }
    }

    private func userFlow(_ routing: UserFlowRouting) async throws -> Response {
        let isExternal = routing.dialect.service == .externalID
        switch routing.address.endpoint {
        case .authorize where !answer.isPage(isExternal ? .entraID : .azureADB2C):
            return try await routing.place().withAuthorization(asked.parameters, of: asked.request) { _ in
                if isExternal { throw EntraError(answer) }
                throw UserFlowError(answer)
            }
        case .authorize, .logout, .login, .theme, .logo:
            guard !isExternal else { return try page(EntraError(answer)) }
            return routing.dialect.page(
                about: UserFlowProblem(title: Self.title, error: UserFlowError(answer), hint: Self.hint),
                correlationID: correlationID)
        case .token, .deviceCode, .metadata, .keys:
            guard !isExternal else { return try json(EntraError(answer)) }
            return try UserFlowErrorReply(
                UserFlowError(answer), settings: platform.settings, correlationID: correlationID
            ).json()
        }
    }

    private func json(_ error: EntraError) throws -> Response {
        try ErrorReply(error, settings: platform.settings, correlationID: correlationID).json()
    }

    private func page(_ error: EntraError) throws -> Response {
        try platform.pages.problem(
            SignInProblem(title: Self.title, error: error, hint: Self.hint), correlationID: correlationID)
    }

    private func standard() async throws -> Response {
        let provider = asked.standardProvider
        let code = answer.code ?? StandardError.Code.invalidRequest.rawValue
        let text = answer.description ?? Self.text
        RefusalNote.refuse(RefusalNote.Rule(code, reason: "A fault rule of this tenant causes this."))
        switch asked.address.endpoint {
        case .authorize:
            let boundary = StandardErrorBoundary(provider: provider, request: asked.request)
            return try await boundary.withPage {
                let target = try await StandardTarget(asked.parameters, in: provider)
                return boundary.send(["error": code, "error_description": text], to: target)
            }
        case .pages, .logout:
            let known = StandardError.Code(rawValue: code) ?? .invalidRequest
            return provider.pages.standardProblem(
                StandardProblem(title: Self.title, error: StandardError(known, text), hint: Self.hint))
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

    private static let title = "The sign-in failed"
    private static let hint = "A fault rule of this tenant causes this. Remove it to continue."
    fileprivate static let text = "The request failed because of a fault rule of this tenant."
}

extension ErrorCatalogue {
    package static func of(_ prefix: ErrorAnswer.Prefix) -> ErrorCatalogue {
        switch prefix {
        case .entraID: .entraID
        case .azureADB2C: .azureADB2C
        }
    }
}

extension ErrorAnswer {
    /// Looks up a name such as `AADSTS50196` or `AADB2C90118`, or a number alone.
    init?(named name: String) {
        let prefix = Prefix.allCases.first { name.uppercased().hasPrefix($0.rawValue) }
        let catalogues = (prefix.map { [$0] } ?? Prefix.allCases).map(ErrorCatalogue.of)
        guard let number = catalogues.lazy.compactMap({ $0.number(in: name) }).first else { return nil }
        self.init(number: number)
        self.prefix = prefix
    }
    fileprivate func isPage(_ prefix: Prefix) -> Bool {
        number.flatMap { ErrorCatalogue.of(prefix)[$0] }?.isPage == true
    }
}

extension EntraError {
    /// For rules that name only a code.
    private static let usualNumbers = [
        "invalid_grant": 70000, "invalid_client": 7_000_215, "unauthorized_client": 700016,
        "invalid_scope": 70011, "access_denied": 65004, "login_required": 50058,
        "consent_required": 65001, "interaction_required": 50076, "authorization_pending": 70016,
        "expired_token": 70020, "server_error": 90033, "temporarily_unavailable": 90033,
        "slow_down": slowDown.number, "authorization_declined": authorizationDeclined.number,
        "bad_verification_code": badDeviceCode.number,
    ]

    /// Missing values follow from the number or from the code.
    fileprivate init(_ answer: ErrorAnswer) {
        let number = answer.number ?? answer.code.flatMap { Self.usualNumbers[$0] } ?? 50000
        let known = ErrorCatalogue.entraID[number]
        self.init(
            number, answer.code ?? known?.code ?? "invalid_request",
            answer.description ?? known?.text ?? FaultReply.text)
        suberror = answer.suberror ?? known?.suberror
        claims = known?.claims
        status = answer.status.map { HTTPResponse.Status(code: $0) } ?? known?.status ?? .badRequest
    }
}

extension UserFlowError {
    private static let usualNumbers = [
        "invalid_grant": 90080, "access_denied": 90091, "temporarily_unavailable": 90035, "server_error": 90035,
        "invalid_client": 90081, "interaction_required": 90077,
    ]

    fileprivate init(_ answer: ErrorAnswer) {
        let number = answer.number ?? answer.code.flatMap { Self.usualNumbers[$0] } ?? 90122
        let known = ErrorCatalogue.azureADB2C[number]
        self.init(
            number, answer.code ?? known?.code ?? "invalid_request",
            answer.description ?? known?.text ?? FaultReply.text)
        // Azure AD B2C also returns 400 for a failed client authentication.
        if known?.status == .serviceUnavailable { status = .serviceUnavailable }
        if let told = answer.status { status = HTTPResponse.Status(code: told) }
    }
}
