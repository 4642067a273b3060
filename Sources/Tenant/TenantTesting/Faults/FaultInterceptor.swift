// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
package import TenantAuthorization
import TenantControl
import TenantDirectory
import TenantEntra
package import TenantStandard

/// Responds instead of an endpoint, or spoils its response, by rule; endpoints have only the real service's behavior.
package struct FaultInterceptor: RouterMiddleware {
    let platform: PlatformContext
    let standardProvider: StandardProvider

    package init(platform: PlatformContext, standardProvider: StandardProvider) {
        (self.platform, self.standardProvider) = (platform, standardProvider)
    }

    func handle(
        _ request: Request, context: ServingContext,
        next: (Request, ServingContext) async throws -> Response
    ) async throws -> Response {
        // Browsers send CORS preflights; rules are for requests of the app. Fetch §3.2.2
        let rules = try await platform.faults.all()
        guard !rules.isEmpty, request.method != .options, let address = EndpointAddress(request) else {
            return try await next(request, context)
        }
        let asked = try await FaultSubject(request, at: address, platform: platform, standardProvider: standardProvider)
        var matching: [FaultReport] = []
        for report in rules where try await report.rule.matches(asked) { matching.append(report) }
        for report in matching {
            if let response = try await answer(report, asked) { return response }
        }
        var response = try await next(asked.request, context)
        for report in matching {
            if let spoiled = try await spoiled(response, of: address, report.rule.fault),
                try await platform.faults.claim(report.id)
            {
                response = spoiled
            }
        }
        return response
    }

    private func answer(_ report: FaultReport, _ asked: FaultSubject) async throws -> Response? {
        let fault = report.rule.fault
        guard fault.isInPlaceOfAnswer, try await platform.faults.claim(report.id) else { return nil }
        let answer: ErrorAnswer
        switch fault {
        case .drop: throw DroppedConnection()
        case .stall:
            try await platform.settings.pause(.seconds(3600))
            throw StalledConnection()
        case .error(let error): answer = error
        case .failure(let failure, let retryAfter): answer = failure.answer(retryAfter: retryAfter)
        case .latency(let milliseconds):
            try await platform.settings.pause(.milliseconds(milliseconds))
            return nil
        default: return nil
        }
        return try await readable(try await FaultReply(asked: asked, answer: answer).response(), by: asked)
    }

    /// Adds CORS fields, so that pages can read the error as they read the endpoint's own responses.
    private func readable(_ response: Response, by asked: FaultSubject) async throws -> Response {
        let access: CrossOriginAccess
        switch (asked.address.endpoint, asked.address.isStandard) {
        case (.metadata, _), (.keys, _), (.instanceDiscovery, _): access = .everyPage
        case (.token, false): access = .singlePageApps(in: platform.database)
        case (.userInfo, true), (.registration, true):
            return try await CrossOriginAccess.everyPage.answer(asked.request, by: standardProvider) { response }
        case (.token, true), (.pushedRequest, true), (.deviceCode, true), (.revocation, true), (.introspection, true):
            return try await CrossOriginAccess.clientPages(of: standardProvider)
                .answer(asked.request, by: standardProvider) { response }
        default: return response
        }
        var readable = response
        try await access.admit(asked.request, to: &readable)
        return readable
    }

    /// `nil` if there is nothing to spoil; then the rule counts no hit.
    private func spoiled(_ response: Response, of address: EndpointAddress, _ fault: Fault) async throws -> Response? {
        switch fault {
        case _ where fault.isInPlaceOfAnswer: return nil
        case .redirect(let fault): return Self.changed(response, fault.spoil)
        case .content(let fault):
            var fields = response.headers
            let content = response.content
            return content.isEmpty ? nil : Self.response(response.status, fault.spoil(content, &fields), fields)
        case .token(let defect, let member) where [.authorize, .pages].contains(address.endpoint):
            return Self.changed(response) { found in
                spoiled(found.parameters[member.rawValue], of: address, by: defect).map { token in
                    var spoiled = found
                    spoiled.parameters = found.parameters.replacing(member.rawValue, with: token)
                    return spoiled.text
                }
            }
        default:
            guard var members = try? StrictJSON.object(in: response.content) else { return nil }
            let before = members
            switch fault {
            case .document(let fault) where response.status == .ok: fault.spoil(&members)
            case .member(let name, let value): members[name] = value
            case .keyMember(let name, let value): Fault.spoilKeys(of: &members, name, value)
            case .token(let defect, let member):
                let token = spoiled(members[member.rawValue]?.string, of: address, by: defect)
                members[member.rawValue] = token.map(JSONValue.string) ?? members[member.rawValue]
            default: break
            }
            guard members != before else { return nil }
            return Self.response(response.status, Data(JSONValue.object(members).text.utf8), response.headers)
        }
    }

    private func spoiled(_ token: String?, of address: EndpointAddress, by defect: TokenDefect) -> String? {
        guard let token,
            let key = address.isStandard ? standardProvider.keys.key(of: token) : platform.keys.signingKey
        else { return nil }
        return try? defect.spoiling(token, key: key, now: platform.settings.now())
    }

    /// Changes the authorization response in a redirect or a page; `nil` if there is none.
    private static func changed(_ response: Response, _ change: (FrontChannelResponse) -> String?) -> Response? {
        if let location = response.headers[.location] {
            guard let text = FrontChannelResponse(location: location).flatMap(change) else { return nil }
            var changed = response
            changed.headers[.location] = text
            return changed
        }
        guard response.headers[.contentType]?.hasPrefix("text/html") == true,
            let page = FrontChannelResponse(page: String(decoding: response.content, as: UTF8.self)).flatMap(change)
        else { return nil }
        return Self.response(response.status, Data(page.utf8), response.headers)
    }

    private static func response(_ status: HTTPResponse.Status, _ content: Data, _ fields: HTTPFields) -> Response {
        var fields = fields
        fields[.contentLength] = nil
        return Response(status: status, headers: fields, body: ResponseBody(content))
    }
}
