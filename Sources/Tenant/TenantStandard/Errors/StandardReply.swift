// SPDX-License-Identifier: Apache-2.0
import DPoP
package import HTTPMessages
package import HTTPServing
package import JSONWebSignatures
import OAuthMessages
package import TenantAuthorization
import TenantDirectory

package struct StandardReply: Sendable {
    let provider: StandardProvider

    func answer(_ request: Request, _ body: (FormParameters) async throws -> Response) async throws -> Response {
        do {
            return try await body(try await RequestContent(of: request).form())
        } catch {
            guard let error = StandardError(answering: error) else { throw error }
            return refusal(error)
        }
    }

    /// RFC 6749 §5.2.
    func refusal(_ error: StandardError) -> Response {
        error.note()
        var response = Self.json(
            ["error": .string(error.code.rawValue), "error_description": .string(error.description)],
            status: error.status)
        if error.status == .unauthorized {
            response.headers[.wwwAuthenticate] = "Basic realm=\"\(provider.issuer)\""
        }
        if error.code == .useDPoPNonce { addNonce(to: &response) }
        return response
    }

    /// RFC 9449 §8.
    func addNonce(to response: inout Response) { response.headers.set("DPoP-Nonce", to: provider.nonces.current) }

    package static func json(_ members: [String: JSONValue], status: HTTPResponse.Status = .ok) -> Response {
        var fields: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        fields.set("Pragma", to: "no-cache")
        return Response(status: status, headers: fields, body: ResponseBody(JSONValue.object(members).text))
    }
}

extension CrossOriginAccess {
    /// For public content.
    package static let everyPage = standard(admits: nil)

    package static func clientPages(of provider: StandardProvider) -> CrossOriginAccess {
        standard { origin in try provider.database.readHere { try StandardClient.allowsOrigin(origin, in: $0) } }
    }

    private static func standard(admits: (@Sendable (String) async throws -> Bool)?) -> CrossOriginAccess {
        CrossOriginAccess(
            methods: "GET, POST", headers: "Authorization, Content-Type, DPoP, MCP-Protocol-Version", maximumAge: 600,
            admits: admits)
    }

    func add(_ path: RouterPath, to router: Router<ServingContext>) {
        router.on(path, method: .options) { request, _ in try await preflight(request, marksRefusals: true) }
    }

    /// Refuses other pages without running `body`; admitted pages can read the response.
    package func answer(
        _ request: Request, by provider: StandardProvider, _ body: () async throws -> Response
    ) async throws -> Response {
        var response =
            if try await admits(request) == false {
                StandardReply(provider: provider).refusal(.originUnknown)
            } else {
                try await body()
            }
        if try await admit(request, to: &response, marksRefusals: true) {
            response.headers.set("Access-Control-Expose-Headers", to: "DPoP-Nonce, WWW-Authenticate")
        }
        return response
    }
}

/// An error that is only shown on a page, because no valid redirect URI is known. RFC 6749 §4.1.2.1
package struct StandardProblem: Error, Sendable {
    package let title: String
    package let error: StandardError
    var facts: [ProblemFact] = []
    package let hint: String

    package init(title: String, error: StandardError, facts: [ProblemFact] = [], hint: String) {
        (self.title, self.error, self.facts, self.hint) = (title, error, facts, hint)
    }

    static let unreadable = StandardProblem(
        title: "The request is malformed",
        error: .malformed("The parameters are not percent-encoded UTF-8, or contain a duplicate."),
        hint: "Send each parameter once, percent-encoded as UTF-8.")

    static let noPage = StandardProblem(
        title: "This sign-in requires a page",
        error: .malformed("The request came from a frame, an image, or a script."),
        hint: "Open the URL in a tab or a window. A frame can only use prompt=none.")

    static let tooLong = StandardProblem(
        title: "The request is too long", error: .requestTooLong,
        hint: "Use a short key as state, and store its data in the app's own session.")

    static let noInteraction = StandardProblem(
        title: "This page belongs to a sign-in",
        error: .malformed("The sign-in has ended, or took too long."),
        hint: "Go back to the app and start the sign-in again.")

    static func unusablePushedRequest(lasting seconds: Int) -> StandardProblem {
        StandardProblem(
            title: "The app's request no longer exists",
            error: StandardError(
                .invalidRequestURI, "The request_uri is unknown, used, expired, or not for this client."),
            hint:
                "Go back to the app and start again. A pushed request lasts \(seconds) seconds, and serves one sign-in."
        )
    }

    static func unknownClient(known: [StandardClient]) -> StandardProblem {
        StandardProblem(
            title: "The client is not registered here",
            error: .malformed("The parameter client_id is missing, or unknown."),
            facts: [
                ProblemFact(
                    "Registered clients",
                    known.filter { !$0.metadata.redirectURIs.isEmpty }.map { "\($0.name): \($0.id)" })
            ],
            hint: "Use one of these client ids in the app's settings.")
    }

    static func redirectMismatch(_ client: StandardClient) -> StandardProblem {
        StandardProblem(
            title: "The redirect URI is not registered",
            error: .malformed("The redirect_uri is missing, or not registered for this client."),
            facts: [
                ProblemFact("Client", [client.name, client.id]),
                ProblemFact("Registered redirect URIs", client.metadata.redirectURIs),
            ],
            hint: "Send a registered redirect_uri, exactly. Only the port on loopback may differ. "
                + "If you did not start this sign-in yourself, close this page.")
    }
}
