// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth

/// One request at a user flow's address.
struct UserFlowVisit: Sendable {
    let platform: IdentityPlatform
    let request: Request
    /// `nil` if it cannot be read.
    let query: FormParameters?
    let address: UserFlowAddress
    let tenant: Tenant

    /// The endpoint's answer.
    ///
    /// - Throws: ``UserFlowProblem`` if the address names no flow, or two.
    func answer() async throws -> Response {
        guard [.get, .head, .post].contains(request.method) else { return notAllowed("GET, HEAD, POST") }
        let isForm = request.method == .post
        switch address.endpoint {
        case .metadata, .keys:
            guard !isForm else { return notAllowed("GET, HEAD") }
            return try UserFlowMetadata(platform: platform, place: try place()).answer(address.endpoint)
        case .token:
            guard isForm else { return try onlyPost() }
            return try await UserFlowToken(visit: self).answer()
        case .authorize:
            let parameters = isForm ? try await form() : query
            return try await UserFlowAuthorize(platform: platform, place: try place(parameters))
                .answer(parameters, request: request)
        case .login:
            guard isForm else { throw UserFlowProblem.pageWithoutSignIn }
            return try await UserFlowLogin(platform: platform, place: try place()).answer(
                try await form(), request: request)
        case .logout:
            let parameters = isForm ? try await form() : query
            return try await UserFlowLogout(platform: platform, place: try place(parameters))
                .answer(parameters, request: request)
        }
    }

    /// The flow that the address names, and perhaps a form as well: libraries repeat the query there.
    ///
    /// - Throws: ``UserFlowProblem``.
    func place(_ form: FormParameters? = nil) throws -> UserFlowPlace {
        let names = Set((address.flowNames + (form?.all("p") ?? [])).map { $0.lowercased() })
        guard names.count <= 1 else {
            throw UserFlowProblem.unreadable(
                "it names more than one user flow: \(names.sorted().joined(separator: ", "))")
        }
        guard let flow = names.first.flatMap(UserFlow.init(named:)) else {
            throw UserFlowProblem.unknownFlow(address.flowNames.first ?? "")
        }
        return UserFlowPlace(
            tenant: tenant, directoryName: address.directory.lowercased(), flow: flow, shape: address.shape)
    }

    /// The form that was sent.
    func form() async throws -> FormParameters { try await RequestContent(of: request).form() }

    private func onlyPost() throws -> Response {
        var response = try UserFlowErrorReply(
            .onlyPost, settings: platform.settings, correlationID: CorrelationID(in: request.headers)
        ).json()
        response.headers[.allow] = "POST"
        return response
    }

    private func notAllowed(_ allowed: String) -> Response {
        Response(status: .methodNotAllowed, headers: [.allow: allowed])
    }
}
