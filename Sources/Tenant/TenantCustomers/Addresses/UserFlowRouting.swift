// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import OAuthMessages
package import TenantAuthorization
package import TenantDirectory
import TenantEntra

/// One request at a user flow's address.
package struct UserFlowRouting: Sendable {
    let platform: PlatformContext
    let request: Request
    /// `nil` if the query cannot be parsed.
    let query: FormParameters?
    let address: UserFlowAddress
    let tenant: Tenant
    /// The directory's flows.
    let flows: [UserFlow]

    package init(
        platform: PlatformContext, request: Request, query: FormParameters?, address: UserFlowAddress, tenant: Tenant,
        flows: [UserFlow]
    ) {
        (self.platform, self.request, self.query) = (platform, request, query)
        (self.address, self.tenant, self.flows) = (address, tenant, flows)
    }

    /// The endpoint's answer.
    ///
    /// - Throws: ``UserFlowProblem`` if the address names no flow, or two.
    func answer() async throws -> Response {
        if address.endpoint == .token, request.method == .options, request.headers[.origin] != nil {
            return try await crossOriginAccess.preflight(request)
        }
        if [.metadata, .keys].contains(address.endpoint), request.method == .options { return JSONReply.preflight }
        guard [.get, .head, .post].contains(request.method) else { return notAllowed("GET, HEAD, POST") }
        let isForm = request.method == .post
        switch address.endpoint {
        case .metadata, .keys:
            guard !isForm else { return notAllowed("GET, HEAD") }
            return try UserFlowMetadata(platform: platform, place: try place()).answer(address.endpoint)
        case .theme:
            guard !isForm else { return notAllowed("GET, HEAD") }
            return try place().flow.look.themeResponse
        case .logo:
            guard !isForm else { return notAllowed("GET, HEAD") }
            guard let logo = try place().flow.look.logo.flatMap(PageLogo.init(dataURL:)) else {
                return Response(status: .notFound)
            }
            return logo.response
        case .token:
            guard isForm else { return try onlyPost() }
            let response =
                address.isOfExternalID
                ? try await ExternalIDTokenEndpoint(routing: self).answer()
                : try await UserFlowTokenEndpoint(routing: self).answer()
            return try await readable(response)
        case .deviceCode:
            guard isForm else { return try onlyPost() }
            return try await ExternalIDTokenEndpoint(routing: self).refuseDevice()
        // HEAD, which link previews send, issues no code and ends no session. RFC 9110 §9.2.1
        case .authorize where request.method == .head, .logout where request.method == .head:
            return notAllowed("GET, POST")
        case .authorize:
            let parameters = isForm ? try await form() : query
            if address.isOfExternalID { try await checkRegistration(parameters) }
            return try await UserFlowAuthorize(platform: platform, place: try place(parameters))
                .answer(parameters, request: request)
        case .login:
            guard isForm else { throw UserFlowProblem.pageWithoutSignIn }
            let form = try await form()
            let carried = FormParameters(encoded: form[Pages.carriedField] ?? "")
            return try await UserFlowLogin(platform: platform, place: try place(address.isOfExternalID ? carried : nil))
                .answer(form, request: request)
        case .logout:
            let parameters = isForm ? try await form() : query
            return try await UserFlowLogout(platform: platform, place: try place(parameters))
                .answer(parameters, request: request)
        }
    }

    /// Pages of the directory's single-page apps may read the token endpoint's answers.
    private var crossOriginAccess: CrossOriginAccess { .singlePageApps(in: platform.database, of: tenant.id) }

    /// An answer of the token endpoint, readable for pages of the directory's apps.
    func readable(_ response: Response) async throws -> Response {
        var response = response
        try await crossOriginAccess.admit(request, to: &response, marksRefusals: true)
        return response
    }

    /// The flow that the address names; a form may name it too, because libraries repeat the query there.
    ///
    /// - Throws: ``UserFlowProblem``.
    package func place(_ form: FormParameters? = nil) throws -> ResolvedUserFlow {
        guard !address.isOfExternalID else { return try externalPlace(form ?? query) }
        let names = Set((address.flowNames + (form?.all("p") ?? [])).map { $0.lowercased() })
        guard names.count <= 1 else {
            throw UserFlowProblem.unreadable(
                "it names more than one user flow: \(names.sorted().joined(separator: ", "))")
        }
        let known = flows.filter { address.endpoint.isLook || $0.service == .azureADB2C }
        guard let flow = known.first(where: { $0.isNamed(names.first ?? "") }) else {
            throw UserFlowProblem.unknownFlow(address.flowNames.first ?? "", known: known)
        }
        return ResolvedUserFlow(
            tenant: tenant, directoryName: address.directory.lowercased(), flow: flow, shape: address.shape)
    }

    /// The flow of the app that sends the request; without an app, any flow: only its directory matters.
    private func externalPlace(_ parameters: FormParameters?) throws -> ResolvedUserFlow {
        let clientID = parameters?["client_id"] ?? ClientCredentials.id(in: request.headers)
        return try externalPlace(ofApp: [.authorize, .login, .token].contains(address.endpoint) ? clientID ?? "" : nil)
    }

    /// The flow that an app of External ID was assigned to; any flow for `nil`.
    ///
    /// - Throws: ``ExternalIDRefusal``.
    func externalPlace(ofApp clientID: String?) throws -> ResolvedUserFlow {
        let assigned = flows.filter { $0.service == .externalID }
            .first { flow in clientID.map { flow.clientIDs.contains($0.lowercased()) } ?? true }
        guard let assigned else { throw ExternalIDRefusal(tenant: tenant) }
        return ResolvedUserFlow(
            tenant: tenant, directoryName: address.directory.lowercased(), flow: assigned, shape: .externalID)
    }

    /// Refuses an app that is not registered in the directory, with Entra ID's error, before its flow is looked up.
    ///
    /// - Throws: ``UserFlowProblem``.
    private func checkRegistration(_ parameters: FormParameters?) async throws {
        guard let id = parameters?["client_id"],
            try await platform.database.app(id).map({ $0.tenantID != tenant.id }) ?? true
        else { return }
        throw UserFlowProblem.unknownClient(id, tenant: tenant, known: try await platform.database.apps())
    }

    /// The form that was sent.
    func form() async throws -> FormParameters { try await RequestContent(of: request).form() }

    private func onlyPost() throws -> Response {
        guard !address.isOfExternalID else { return try TokenErrorBoundary(platform: platform).onlyPost(request) }
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
