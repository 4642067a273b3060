// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import OAuthMessages
package import TenantAuthorization
package import TenantDirectory

package struct UserFlowRouting: Sendable {
    package let dialect: any CustomerDialect
    package let request: Request
    /// `nil` if the query cannot be parsed.
    package let query: FormParameters?
    package let address: UserFlowAddress
    package let tenant: Tenant
    package let flows: [UserFlow]

    package init(
        dialect: any CustomerDialect, request: Request, query: FormParameters?, address: UserFlowAddress,
        tenant: Tenant, flows: [UserFlow]
    ) {
        (self.dialect, self.request, self.query) = (dialect, request, query)
        (self.address, self.tenant, self.flows) = (address, tenant, flows)
    }

    package var platform: PlatformContext { dialect.platform }

    /// - Throws: An error for ``CustomerDialect/response(to:of:correlationID:)``.
    func answer() async throws -> Response {
        if address.endpoint == .token, request.method == .options, request.headers[.origin] != nil {
            return try await crossOriginAccess.preflight(request)
        }
        if [.metadata, .keys].contains(address.endpoint), request.method == .options { return JSONReply.preflight }
        guard [.get, .head, .post].contains(request.method) else { return notAllowed("GET, HEAD, POST") }
        let isForm = request.method == .post
        switch address.endpoint {
        case .metadata, .keys, .theme, .logo:
            guard !isForm else { return notAllowed("GET, HEAD") }
            return try document(address.endpoint)
        case .token:
            guard isForm else { return try dialect.onlyPost(request) }
            return try await readable(try await dialect.tokens(self))
        case .deviceCode:
            guard isForm else { return try dialect.onlyPost(request) }
            return try await dialect.deviceCode(self)
        // HEAD, which link previews send, issues no code and ends no session. RFC 9110 §9.2.1
        case .authorize where request.method == .head, .logout where request.method == .head:
            return notAllowed("GET, POST")
        case .authorize:
            let parameters = isForm ? try await form() : query
            try await dialect.checkApp(parameters, of: tenant)
            return try await UserFlowAuthorize(platform: platform, place: try place(parameters))
                .answer(parameters, request: request)
        case .login:
            guard isForm else { throw UserFlowProblem.pageWithoutSignIn }
            let form = try await form()
            let carried = FormParameters(encoded: form[Pages.carriedField] ?? "")
            return try await UserFlowLogin(platform: platform, place: try place(carried)).answer(form, request: request)
        case .logout:
            let parameters = isForm ? try await form() : query
            return try await UserFlowLogout(platform: platform, place: try place(parameters))
                .answer(parameters, request: request)
        }
    }

    private func document(_ endpoint: UserFlowAddress.Endpoint) throws -> Response {
        let place = try place()
        switch endpoint {
        case .theme:
            return Response(
                status: .ok, headers: [.contentType: "text/css; charset=utf-8"],
                body: ResponseBody(place.flow.look.theme))
        case .logo:
            return place.flow.look.logo.flatMap(PageLogo.init(dataURL:))?.response ?? Response(status: .notFound)
        default: return try dialect.discovery(endpoint, of: place)
        }
    }

    private var crossOriginAccess: CrossOriginAccess { .singlePageApps(in: platform.database, of: tenant.id) }

    package func readable(_ response: Response) async throws -> Response {
        var response = response
        try await crossOriginAccess.admit(request, to: &response, marksRefusals: true)
        return response
    }

    package func place(_ form: FormParameters? = nil) throws -> ResolvedUserFlow { try dialect.place(of: self, form) }

    package func place(_ flow: UserFlow) -> ResolvedUserFlow {
        ResolvedUserFlow(
            tenant: tenant, directoryName: address.directory.lowercased(), flow: flow, shape: address.shape,
            dialect: dialect)
    }

    func form() async throws -> FormParameters { try await RequestContent(of: request).form() }

    private func notAllowed(_ allowed: String) -> Response {
        Response(status: .methodNotAllowed, headers: [.allow: allowed])
    }
}
