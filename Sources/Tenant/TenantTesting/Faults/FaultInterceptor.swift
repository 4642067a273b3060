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

/// Makes the tenant fail by rule: it answers instead of an endpoint, or spoils the endpoint's response.
///
/// The endpoints do not depend on it: their code has only the behaviour of the real service.
package struct FaultInterceptor: RouterMiddleware {
    package let platform: PlatformContext
    package let standardProvider: StandardProvider

    package init(platform: PlatformContext, standardProvider: StandardProvider) {
        (self.platform, self.standardProvider) = (platform, standardProvider)
    }

    func handle(
        _ request: Request, context: ServingContext,
        next: (Request, ServingContext) async throws -> Response
    ) async throws -> Response {
        // A CORS preflight comes from the browser; rules are for requests of the app. Fetch §3.2.2
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
        for report in matching { response = try await spoil(response, of: address, by: report) }
        return response
    }

    /// The response instead of the endpoint's; `nil` if the endpoint answers.
    private func answer(_ report: FaultReport, _ asked: FaultSubject) async throws -> Response? {
        switch report.rule.fault {
        case .latency(let milliseconds):
            if try await platform.faults.claim(report.id) {
                try await platform.settings.pause(.milliseconds(milliseconds))
            }
            return nil
        case .drop:
            if try await platform.faults.claim(report.id) { throw DroppedConnection() }
            return nil
        case .stall:
            guard try await platform.faults.claim(report.id) else { return nil }
            try await platform.settings.pause(.seconds(3600))
            throw StalledConnection()
        case .error(let error):
            guard try await platform.faults.claim(report.id) else { return nil }
            return try await readable(try await FaultReply(asked: asked, answer: error).response(), by: asked)
        case .failure(let failure, let retryAfter):
            guard try await platform.faults.claim(report.id) else { return nil }
            let answer = failure.answer(retryAfter: retryAfter)
            return try await readable(try await FaultReply(asked: asked, answer: answer).response(), by: asked)
        case .named, .content, .document, .member, .keyMember, .redirect, .token: return nil
        }
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

    /// The spoiled response; unchanged and not counted if the fault finds nothing to spoil.
    private func spoil(
        _ response: Response, of address: EndpointAddress, by report: FaultReport
    ) async throws -> Response {
        guard let spoiled = try await spoiled(response, of: address, report.rule.fault),
            try await platform.faults.claim(report.id)
        else { return response }
        return spoiled
    }

    private func spoiled(_ response: Response, of address: EndpointAddress, _ fault: Fault) async throws -> Response? {
        var fields = response.headers
        switch fault {
        case .redirect(let fault): return Self.changed(response, fault.spoil)
        case .content(let fault):
            let content = response.content
            guard !content.isEmpty else { return nil }
            let spoiled = fault.spoil(content, &fields)
            return Self.response(response.status, fields, spoiled)
        case .token(let defect, let member) where [.authorize, .pages].contains(address.endpoint):
            return Self.changed(response) { found in
                let token = spoiled(found.parameters[member.rawValue], of: address, by: defect)
                guard let token else { return nil }
                var spoiled = found
                spoiled.parameters = found.parameters.replacing(member.rawValue, with: token)
                return spoiled.text
            }
        case .document, .member, .keyMember, .token:
            guard var members = try? StrictJSON.object(in: response.content) else { return nil }
            let before = members
            spoil(&members, of: address, fault, isSuccess: response.status == .ok)
            guard members != before else { return nil }
            return Self.response(response.status, fields, Data(JSONValue.object(members).text.utf8))
        case .error, .named, .failure, .latency, .drop, .stall: return nil
        }
    }

    private func spoil(
        _ members: inout [String: JSONValue], of address: EndpointAddress, _ fault: Fault, isSuccess: Bool
    ) {
        switch fault {
        case .document(let fault) where isSuccess: fault.spoil(&members)
        case .member(let name, let value): members[name] = value
        case .keyMember(let name, let value): Fault.spoilKeys(of: &members, name, value)
        case .token(let defect, let member):
            guard let token = spoiled(members[member.rawValue]?.string, of: address, by: defect) else { return }
            members[member.rawValue] = .string(token)
        default: break
        }
    }

    /// The spoiled token; `nil` for a token that is no JWT, which has nothing to spoil.
    private func spoiled(_ token: String?, of address: EndpointAddress, by defect: TokenDefect) -> String? {
        guard let token,
            let key = address.isStandard ? standardProvider.keys.key(of: token) : platform.keys.signingKey
        else { return nil }
        return try? defect.spoiling(token, key: key, now: platform.settings.now())
    }

    /// The response with another authorization response in its redirect or page; `nil` if there is none to change.
    private static func changed(_ response: Response, _ change: (FrontChannelResponse) -> String?) -> Response? {
        var fields = response.headers
        if let location = fields[.location] {
            guard let text = FrontChannelResponse(location: location).flatMap(change) else { return nil }
            fields[.location] = text
            return Response(status: response.status, headers: fields, body: response.body)
        }
        guard fields[.contentType]?.hasPrefix("text/html") == true,
            let page = FrontChannelResponse(page: String(decoding: response.content, as: UTF8.self)).flatMap(change)
        else { return nil }
        return Self.response(response.status, fields, Data(page.utf8))
    }

    private static func response(_ status: HTTPResponse.Status, _ fields: HTTPFields, _ content: Data) -> Response {
        var fields = fields
        fields[.contentLength] = nil
        return Response(status: status, headers: fields, body: ResponseBody(content))
    }
}
