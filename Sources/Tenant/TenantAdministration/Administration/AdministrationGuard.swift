// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import ProgramLifecycle
import TenantAuthorization
package import TenantDirectory
import TenantTesting

/// Checks every request under `/tessera/v1`: accepts programs, and rejects pages of other sites.
///
/// A program that reaches the API controls the whole tenant. Pages of other sites cannot: browsers name them in
/// `Origin` or `Sec-Fetch-Site`, and their forms cannot send JSON, which ``AdministrationContent`` requires. A tenant
/// that is reachable beyond loopback requires a key.
package struct AdministrationGuard: RouterMiddleware {
    package let settings: TenantSettings

    package init(settings: TenantSettings) { self.settings = settings }

    package func handle(
        _ request: Request, context: ServingContext,
        next: (Request, ServingContext) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard Self.isBefore(path) else { return try await next(request, context) }
        // The log is about the apps under test, not about the programs that test them.
        RefusalNote.noteOrdinaryStep()
        let response = try await Self.speakingProblems {
            try judge(request)
            return try await next(request, context)
        }
        if ![.get, .head].contains(request.method) {
            context.logger.info(
                "administration",
                metadata: ["method": "\(request.method)", "path": "\(path)", "status": "\(response.status.code)"])
        }
        return response
    }

    /// Whether software that ignores doubled slashes, dots, case, or percent-encoding could read a path as this API's.
    package static func isBefore(_ path: String) -> Bool {
        // The first letter rules out most paths.
        guard let first = path.utf8.first(where: { $0 != 0x2F && $0 != 0x5C }), "tT%.".utf8.contains(first) else {
            return false
        }
        let decoded = path.percentDecoded ?? path
        let segments = decoded.lowercased().split { "/\\".contains($0) }.filter { $0 != "." && $0 != ".." }
        return segments.first == "tessera"
    }

    /// For a log: paths of this API can end in a secret.
    package static func shown(_ path: String) -> String { isBefore(path) ? TenantPath.administration : path }

    private static func speakingProblems(_ answer: () async throws -> Response) async throws -> Response {
        do {
            return try await answer()
        } catch let problem as AdministrationProblem {
            return problem.response
        } catch let refusal as DocumentRefusal {
            return AdministrationProblem(refusal).response
        } catch let refusal as RequestRefusal {
            return AdministrationProblem(refusal.status, refusal.message).response
        } catch let error as HTTPError where error.status == .notFound {
            return AdministrationProblem(
                .notFound,
                "There is nothing at this address; \(TenantPath.administration)/openapi.json lists the available ones."
            ).response
        }
    }

    private func judge(_ request: Request) throws {
        if let site = request.headers.value(of: "Sec-Fetch-Site"), site != "same-origin", site != "none" {
            throw AdministrationProblem(
                .forbidden,
                "A page of another site sent this; only programs and this tenant's own pages may send it.")
        }
        if let origin = request.headers[.origin], !settings.names.origins.contains(origin.lowercased()) {
            throw AdministrationProblem(
                .forbidden,
                "A page of another origin sent this; only programs and this tenant's own pages may send it."
            )
        }
        // Users open these URLs in a browser, without the key; their last segment is itself a secret.
        let segments = request.uri.path.split(separator: "/")
        let place = OneTimeSignIns.path.split(separator: "/")
        let isSignIn = request.method == .get && segments.count == place.count + 1 && segments.starts(with: place)
        if !isSignIn { try judgeKey(request.headers.bearerToken) }
    }

    private func judgeKey(_ token: String?) throws {
        guard let key = settings.administrationKey else {
            guard settings.names.isLoopback else {
                throw AdministrationProblem(
                    .notFound,
                    "Other machines can reach this tenant, by its address or by a name, so the API needs a key: "
                        + "start it with one in TESSERA_ADMINISTRATION_KEY.")
            }
            return
        }
        guard let token, token.isSameSecret(as: key) else {
            throw AdministrationProblem(
                .unauthorized, "Send the key that the tenant was started with: Authorization: Bearer KEY.",
                fields: [.wwwAuthenticate: "Bearer realm=\"tessera\""])
        }
    }
}

extension AdministrationProblem: HTTPResponseError {
    var response: Response {
        var members: [String: JSONValue] = [
            "type": .string("about:blank"), "title": .string(status.reasonPhrase),
            "status": .number("\(status.code)"), "detail": .string(detail),
        ]
        if !problems.isEmpty {
            members["errors"] = .array(
                problems.prefix(100).map {
                    .object(["pointer": .string($0.pointer), "detail": .string($0.message)])
                })
        }
        var response = AdministrationReply.json(.object(members), status: status)
        response.headers[.contentType] = "application/problem+json"
        for field in fields { response.headers.append(field) }
        return response
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response { response }
}
