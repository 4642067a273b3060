// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantControl
import TenantCustomers
import TenantDirectory
import TenantEntra
import TenantExternalID
import TenantGraph

/// Writes an error in the form of the endpoint: JSON, a redirect to the app, or a page.
struct FaultReply: Sendable {
    let asked: FaultSubject
    let answer: ErrorAnswer

    private var platform: PlatformContext { asked.platform }
    private var correlationID: CorrelationID? {
        CorrelationID(in: asked.request.headers) ?? CorrelationID(in: asked.parameters)
    }

    /// The error response.
    func response() async throws -> Response {
        var response = try await shaped()
        RefusalNote.decided(by: "faults", remedy: "Remove the fault rule: tessera tenant fault --clear")
        if let seconds = answer.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    private func shaped() async throws -> Response {
        if asked.address.isStandard { return try await StandardFaultReply(asked: asked, answer: answer).response() }
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
            message: answer.description ?? "The request failed because of a fault rule of this tenant."
        )
        .response(
            requestID: requestID, clientRequestID: correlationID?.text ?? requestID, baseURL: platform.baseURL,
            now: platform.settings.now())
    }

    /// Graph's codes of failures that may be temporary.
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
            return try await UserFlowErrorBoundary(
                platform: platform, place: try routing.place(), request: asked.request
            )
            .withRequest(asked.parameters) { _ in
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

    private static let title = "The sign-in failed"
    private static let hint = "A fault rule of this tenant causes this. Remove it to continue."
}

extension ErrorAnswer {
    /// Whether the tenant shows the error on a page, instead of a redirect to the app.
    fileprivate func isPage(_ prefix: Prefix) -> Bool {
        number.flatMap { ErrorCatalogue.of(prefix)[$0] }?.isPage == true
    }
}

extension EntraError {
    /// The error of a rule; missing values follow from the number or from the code.
    init(_ answer: ErrorAnswer) {
        let number = answer.number ?? answer.code.flatMap(UsualNumber.entra) ?? 50000
        let known = ErrorCatalogue.entraID[number]
        self.init(
            number, answer.code ?? known?.code ?? "invalid_request",
            answer.description ?? known?.text ?? "The request failed because of a fault rule of this tenant.")
        suberror = answer.suberror ?? known?.suberror
        claims = known?.claims
        status = answer.status.map { HTTPResponse.Status(code: $0) } ?? known?.status ?? .badRequest
    }
}

extension UserFlowError {
    /// The error of a rule; missing values follow from the number or from the code.
    init(_ answer: ErrorAnswer) {
        let number = answer.number ?? answer.code.flatMap(UsualNumber.userFlow) ?? 90122
        let known = ErrorCatalogue.azureADB2C[number]
        self.init(
            number, answer.code ?? known?.code ?? "invalid_request",
            answer.description ?? known?.text ?? "The request failed because of a fault rule of this tenant.")
        // Azure AD B2C answers a failed client authentication with 400 too.
        if known?.status == .serviceUnavailable { status = .serviceUnavailable }
        if let told = answer.status { status = HTTPResponse.Status(code: told) }
    }
}
