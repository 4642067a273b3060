// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import TenantAdministration
import TenantAuthorization
import TenantDirectory

/// Explains the router's 404 for an unknown URL, which has no text, and no line in the log of refusals.
struct UnknownAddress: RouterMiddleware {
    let base: BaseURL

    func handle(
        _ request: Request, context: ServingContext,
        next: (Request, ServingContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound && error.message == nil {
            return answer(request)
        }
    }

    func answer(_ request: Request) -> Response {
        let text = "There is nothing at this address"
        let end = "/.well-known/openid-configuration"
        let remedy =
            request.uri.path.lowercased().hasSuffix(end)
            ? "The metadata of a user flow is at {directory}/{flow}/v2.0\(end)."
            : "Check it against the addresses on \(base)/."
        var rule = RefusalNote.Rule("address_unknown", reason: "\(text).", remedy: remedy)
        rule.path = RefusalNote.Rule.withoutSecrets(request.uri.path)
        RefusalNote.refuse(rule)
        return .text("\(text); \(base)/ lists the available addresses.", .notFound)
    }
}

/// Responds with 405 to an unsupported method of a known URL; the router itself returns 404 for both. RFC 9110 §15.5.6
enum MethodRefusals {
    private static let methods: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect, .query,
    ]

    static func add(to router: Router<ServingContext>, _ unknown: UnknownAddress) {
        router.onUnsupportedMethod { request, context, allowed in
            guard methods.contains(request.method), let path = context.endpointPath else {
                guard !AdministrationGuard.isBefore(request.uri.path) else { throw HTTPError(.notFound) }
                return unknown.answer(request)
            }
            return try refuse(path, allowing: methods.filter(allowed.contains).map(\.rawValue).joined(separator: ", "))
        }
    }

    private static func refuse(_ path: String, allowing names: String) throws -> Response {
        let text = "This address accepts only \(names)."
        guard !path.hasPrefix(TenantPath.administration) else {
            throw AdministrationProblem(.methodNotAllowed, text, fields: [.allow: names])
        }
        var response = Response.text(text, .methodNotAllowed)
        response.headers[.allow] = names
        return response
    }
}

extension Response {
    fileprivate static func text(_ line: String, _ status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: [.contentType: "text/plain; charset=utf-8"], body: ResponseBody(line + "\n"))
    }
}
