// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import Hummingbird
import OAuth

/// Says an error as the endpoint says its own: JSON, a redirect to the app, or a page.
struct FaultReply: Sendable {
    let asked: AskedEndpoint
    let answer: ErrorAnswer

    private var platform: IdentityPlatform { asked.platform }
    private var correlationID: CorrelationID? {
        CorrelationID(in: asked.request.headers) ?? CorrelationID(in: asked.parameters)
    }

    /// The answer.
    func response() async throws -> Response {
        var response = try await shaped()
        if let seconds = answer.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    private func shaped() async throws -> Response {
        if asked.address.isStandard { return try await StandardFaultReply(asked: asked, answer: answer).response() }
        if [.graph, .userInfo].contains(asked.address.endpoint) { return graph() }
        // An address of External ID names no flow; all but its redirects look like Entra ID's.
        let external = asked.address.endpoint == .authorize ? UserFlowAddress(withoutFlow: asked.request.uri.path) : nil
        guard let address = asked.address.userFlow ?? external,
            let tenant = try await platform.database.tenant(address.directory), tenant.kind == .customers
        else { return try await entra() }
        return try await userFlow(address, tenant)
    }

    private func graph() -> Response {
        let status = HTTPResponse.Status(code: answer.status ?? 400)
        let requestID = platform.settings.random.identifier()
        return GraphFault(
            status: status, code: answer.code.map { Self.graphCodes[status.code] ?? $0 } ?? "generalException",
            message: answer.description ?? "The request failed by a fault rule of this tenant."
        )
        .response(
            requestID: requestID, clientRequestID: correlationID?.text ?? requestID, now: platform.settings.now())
    }

    /// What Graph calls a failure that may be over in a moment.
    private static let graphCodes = [429: "TooManyRequests", 500: "generalException", 503: "serviceNotAvailable"]

    private func entra() async throws -> Response {
        let error = EntraError(answer)
        switch asked.address.endpoint {
        case .authorize:
            let door = AuthorizeDoor(platform: platform, request: asked.request)
            return try await door.withRequest(asked.parameters, tenant: asked.address.directory ?? "") { _ in
                throw error
            }
        case .logout, .pages:
            return try platform.pages.problem(
                SignInProblem(title: "The sign-in failed", error: error, hint: Self.hint), correlationID: correlationID)
        default:
            return try ErrorReply(error, settings: platform.settings, correlationID: correlationID).json()
        }
    }

    private func userFlow(_ address: UserFlowAddress, _ tenant: Tenant) async throws -> Response {
        let error = UserFlowError(answer)
        let visit = UserFlowVisit(
            platform: platform, request: asked.request, query: asked.parameters, address: address, tenant: tenant,
            flows: try await platform.database.userFlows(of: tenant.id))
        switch address.endpoint {
        case .authorize:
            // Addresses of no flow are refused as they ever are.
            guard let place = try? visit.place() else { return try await visit.answer() }
            return try await UserFlowDoor(platform: platform, place: place, request: asked.request)
                .withRequest(asked.parameters) { _ in throw error }
        case .logout, .login, .theme, .logo:
            return platform.pages.userFlowProblem(
                UserFlowProblem(title: "The sign-in failed", error: error, hint: Self.hint),
                correlationID: correlationID)
        case .token, .metadata, .keys:
            return try UserFlowErrorReply(error, settings: platform.settings, correlationID: correlationID).json()
        }
    }

    private static let hint = "A fault rule of this tenant answers so; remove it to go on."
}

extension EntraError {
    /// The error that a rule describes; what it leaves out follows from the number or from the code.
    init(_ answer: ErrorAnswer) {
        let number = answer.number ?? answer.code.flatMap(FaultText.number(ofEntraCode:)) ?? 50_000
        let known = FaultText.entra[number] ?? FaultText.deviceError(number)
        self.init(
            number, answer.code ?? known?.code ?? "invalid_request",
            answer.description ?? known?.text ?? "The request failed by a fault rule of this tenant.")
        suberror = answer.suberror ?? known?.suberror
        if let status = answer.status { self.status = HTTPResponse.Status(code: status) }
    }
}

extension UserFlowError {
    /// The error that a rule describes; what it leaves out follows from the number or from the code.
    init(_ answer: ErrorAnswer) {
        let number = answer.number ?? answer.code.flatMap(FaultText.number(ofUserFlowCode:)) ?? 90_122
        let known = FaultText.userFlow[number]
        self.init(
            number, answer.code ?? known?.code ?? "invalid_request",
            answer.description ?? known?.text ?? "The request failed by a fault rule of this tenant.")
        if let status = answer.status { self.status = HTTPResponse.Status(code: status) }
    }
}
