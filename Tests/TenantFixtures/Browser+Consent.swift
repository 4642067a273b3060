// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages

extension Answer {
    var asksForConsent: Bool { text.contains("asks for your permission") }

    /// Whether a picker shows people who are signed in: the heading is there without them too, but hidden.
    var offersSessions: Bool { text.contains(#"<section aria-labelledby="sessions-heading">"#) }

    var namedScopes: [String] {
        text.replacing("<wbr>", with: "").matches(of: #/<p class="scope"><code>([^<]*)</code>/#).map { String($0.1) }
    }

    var scopes: Set<String> {
        get throws { Set(try object()["scope"]?.string?.split(separator: " ").map(String.init) ?? []) }
    }
}

extension Browser {
    mutating func agree(
        to request: FormParameters, at tenant: String = Site.tenantID, everybody: Bool = false
    ) async throws -> Answer {
        let page = try await open(request, at: tenant)
        guard page.asksForConsent else { return page }
        return try await submit(page, everybody ? ["answer": "accept", "everybody": "1"] : ["answer": "accept"])
    }
}

extension FormParameters {
    /// A request of an app of 2016, without state, nonce, and proof key.
    static func old(scope: String, redirectURI: String = "urn:ietf:wg:oauth:2.0:oob") -> FormParameters {
        [
            "response_type": "code", "client_id": Site.clientID, "redirect_uri": redirectURI, "scope": scope,
        ]
    }
}
