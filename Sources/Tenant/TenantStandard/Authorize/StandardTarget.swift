// SPDX-License-Identifier: Apache-2.0
import HTTPServing
package import OAuthMessages
import TenantAuthorization

/// A client's redirect URI, or a device; before it is known, nothing may be sent to a client.
package struct StandardTarget: Sendable {
    /// OAuth 2.0 Multiple Response Type Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode §2.
    enum ResponseMode: String, Sendable, CaseIterable {
        case query, fragment
        case formPost = "form_post"
    }

    let client: StandardClient
    /// `nil` for a device, which polls for its response.
    let redirectURI: RedirectURI?
    let userCode: String?
    let state: String?
    let mode: ResponseMode

    /// - Throws: ``StandardProblem``, which is shown on a page.
    package init(_ parameters: FormParameters, in provider: StandardProvider) async throws {
        func once(_ name: String) throws -> String? {
            guard parameters.all(name).count <= 1 else { throw StandardProblem.unreadable }
            return try parameters.optional(name)
        }
        guard let clientID = try once("client_id"), let client = try await provider.clientAsking(clientID),
            !client.metadata.redirectURIs.isEmpty
        else {
            throw StandardProblem.unknownClient(known: try await provider.configuredClients())
        }
        RefusalNote.about(app: client.id, ofStranger: client.isSelfRegistered)
        guard let text = try once("redirect_uri"), client.registersRedirect(text), let redirectURI = RedirectURI(text)
        else { throw StandardProblem.redirectMismatch(client) }
        self.client = client
        self.redirectURI = redirectURI
        userCode = nil
        state = try once("state")
        mode = Self.mode(parameters)
    }

    /// A device that polls for its tokens. RFC 8628 §3.3
    init(_ client: StandardClient, device userCode: String) {
        self.client = client
        self.userCode = userCode
        (redirectURI, state, mode) = (nil, nil, .query)
    }

    /// The requested mode, or the default of the response type; the error for an invalid mode uses the default.
    private static func mode(_ parameters: FormParameters) -> ResponseMode {
        let words = (parameters["response_type"] ?? "").split(separator: " ")
        let isFrontChannel = words.contains("id_token") || words.contains("token")
        let modes = parameters.all("response_mode")
        if modes.count == 1, let mode = ResponseMode(rawValue: modes[0]), mode != .query || !isFrontChannel {
            return mode
        }
        return isFrontChannel ? .fragment : .query
    }

    func address(carrying answer: FormParameters) -> String {
        let text = redirectURI?.text ?? ""
        let separator = mode != .query ? "#" : text.contains("?") ? "&" : "?"
        return text + separator + answer.encoded
    }
}
