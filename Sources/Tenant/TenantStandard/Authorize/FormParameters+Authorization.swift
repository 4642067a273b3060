// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import TenantDirectory

extension FormParameters {
    /// Refuses parameters that the metadata declare unsupported, and a direct request of a client that must push.
    func checkUnsupported(for client: StandardClient, isPushed: Bool) throws {
        guard try optional("request") == nil else {
            throw StandardError(
                .requestNotSupported, "Request objects are not supported here; push the request instead.")
        }
        guard try optional("request_uri") == nil else {
            throw StandardError(.requestURINotSupported, "Only a request_uri of this provider is accepted.")
        }
        guard try optional("registration") == nil else {
            throw StandardError(.registrationNotSupported, "Clients cannot register in a request here.")
        }
        guard isPushed || !client.metadata.requiresPushedRequests else {
            throw StandardError.malformed("This client must push its requests. RFC 9126 section 6")
        }
    }

    /// RFC 6749 §3.1.1.
    func responseType(for target: StandardTarget) throws -> StandardResponseType {
        guard let type = StandardResponseType(text: try required("response_type")) else {
            throw StandardError(
                .unsupportedResponseType,
                "Request code, id_token, or code id_token; access tokens are issued for codes.")
        }
        guard target.client.metadata.responseTypes.contains(type) else {
            throw StandardError(.unauthorizedClient, "This client did not register that response_type.")
        }
        if let text = try optional("response_mode") {
            guard let mode = StandardTarget.ResponseMode(rawValue: text) else {
                throw StandardError.malformed("The response_mode must be query, fragment, or form_post.")
            }
            guard mode != .query || !type.hasIDToken else {
                throw StandardError.malformed("An ID token is not sent in a query; omit response_mode.")
            }
        }
        return type
    }

    /// OpenID Connect Core §3.1.2.1.
    func prompt() throws -> Set<StandardAuthorizationRequest.Prompt> {
        let words = (try optional("prompt") ?? "").split(separator: " ").map(String.init)
        let prompts = words.compactMap(StandardAuthorizationRequest.Prompt.init)
        guard prompts.count == words.count else {
            throw StandardError.malformed("The prompt must consist of none, login, consent, and select_account.")
        }
        guard prompts.count <= 1 || !prompts.contains(.none) else {
            throw StandardError.malformed("The prompt none cannot be combined.")
        }
        return Set(prompts)
    }

    func maximumAge() throws -> TimeInterval? {
        guard let text = try optional("max_age") else { return nil }
        guard text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let age = TimeInterval(text)
        else { throw StandardError.malformed("The max_age is not a number of seconds.") }
        return age
    }

    /// RFC 7636 §4.3; `plain` would reveal the verifier to every reader of the request (RFC 9700 §2.1.1).
    func codeChallenge(isRequired: Bool) throws -> String? {
        let method = try optional("code_challenge_method")
        guard let challenge = try optional("code_challenge") else {
            guard !isRequired, method == nil else { throw StandardError.missing("code_challenge") }
            return nil
        }
        guard method == "S256" else { throw StandardError.malformed("The code_challenge_method must be S256.") }
        guard challenge.isSHA256Text else {
            throw StandardError.malformed("The code_challenge is not a SHA-256 hash in base64url.")
        }
        return challenge
    }

    /// RFC 9449 §10.
    func thumbprint() throws -> String? {
        guard let text = try optional("dpop_jkt") else { return nil }
        guard text.isSHA256Text else { throw StandardError.malformed("The dpop_jkt is not a SHA-256 thumbprint.") }
        return text
    }

    /// The person from an earlier ID token, which may be expired. OpenID Connect Core §3.1.2.1
    func hintedSubject(keys: StandardKeys, issuer: String) throws -> String? {
        guard let token = try optional("id_token_hint") else { return nil }
        guard let claims = keys.claims(of: token, type: IDTokenContent.type), claims["iss"]?.string == issuer,
            let subject = claims["sub"]?.string
        else { throw StandardError.malformed("The id_token_hint is not an ID token of this provider.") }
        return subject
    }
}

extension String {
    var isSHA256Text: Bool { utf8.count == 43 && (try? Base64URL.decode(self))?.count == 32 }
}
