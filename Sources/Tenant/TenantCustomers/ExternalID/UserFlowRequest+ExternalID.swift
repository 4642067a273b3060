// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
import TenantEntra

extension UserFlowRequest {
    /// Checks the rest of a request at External ID by the rules of Entra ID, after its target is known.
    ///
    /// - Throws: ``EntraError``, which goes to the app in a redirect.
    init(
        externalID parameters: FormParameters, to target: RedirectTarget, at place: UserFlowPlace,
        resolution: ExternalIDScopeResolution
    ) throws {
        self.target = target
        self.place = place
        self.parameters = parameters
        let once = { (name: String) in try parameters.once(name, orThrow: EntraError.malformedRequest) }
        for name in ["request", "request_uri"] where parameters[name] != nil { throw EntraError.requestObject(name) }
        guard parameters["resource"] == nil else { throw EntraError.resourceParameter }
        responseType = try ResponseType(asked: try once("response_type"), of: target.client)
        try responseType.check(mode: try once("response_mode"), granted: target.mode)
        guard let asked = try once("scope") else { throw EntraError.missingParameter("scope") }
        scopes = try resolution.resolve(asked, severalResources: true)
        nonce = try once("nonce")
        if responseType.words.contains(.idToken) {
            guard scopes.wantsIDToken else { throw EntraError.openIDMissing }
            guard nonce?.isEmpty == false else { throw EntraError.missingField("nonce") }
        }
        prompt = try AuthorizeRequest.prompt(try once("prompt"), ofCustomers: true)
        loginHint = try once("login_hint").flatMap { $0.isEmpty ? nil : $0 }
        maximumAge = try once("max_age").map(Self.seconds)
        codeChallenge = try AuthorizeRequest.challenge(
            try once("code_challenge"), method: try once("code_challenge_method"), to: target, type: responseType)
        hint = try once("id_token_hint")
        wantsClientInfo = try once("client_info") == "1"
    }

    private static func seconds(_ text: String) throws -> Int {
        guard let seconds = Int(text), (0...Int(Int32.max)).contains(seconds) else {
            throw EntraError.invalidParameter("max_age")
        }
        return seconds
    }
}
