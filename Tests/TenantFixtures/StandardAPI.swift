// SPDX-License-Identifier: Apache-2.0

/// APIs beside the sample one, whose URI is `https://orders.aldervale.example`.
enum StandardAPI {
    static let boats = "https://boats.example/v1"
    static let plain = "https://plain.example"

    /// Has two scopes and a type of authorization details.
    static let withScopes = StandardClient(
        id: "boats-api",
        metadata: ClientMetadata(name: "Boats") {
            ($0.grantTypes, $0.responseTypes, $0.scopes) = ([], [], [])
            ($0.resource, $0.resourceScopes) = (boats, ["boats.read", "boats.sail"])
            $0.authorizationDetailsTypes = ["boat_trip"]
        })
    static let withoutScopes = StandardClient(
        id: "plain-api",
        metadata: ClientMetadata(name: "Plain") {
            ($0.grantTypes, $0.responseTypes, $0.scopes, $0.resource) = ([], [], [], plain)
        })
    static let sailor = StandardClient(
        id: "sailor",
        metadata: ClientMetadata(name: "Sailor") {
            $0.redirectURIs = ["http://127.0.0.1/callback"]
            $0.grantTypes = [.authorizationCode, .refreshToken, .deviceCode]
            $0.scopes = ["openid", "offline_access", "boats.read", "boats.sail", "orders.read"]
        })
    static let robot = StandardClient(
        id: "robot",
        metadata: ClientMetadata(name: "Robot") {
            ($0.grantTypes, $0.responseTypes, $0.scopes) = ([.clientCredentials], [], ["boats.read", "orders.read"])
        })

    static let request: FormParameters = [
        "client_id": "sailor", "redirect_uri": "http://127.0.0.1:49152/callback", "response_type": "code", "state": "s",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
    ]
}

extension Site {
    static func withAPIs() async throws -> Site {
        let site = try Site()
        for client in [StandardAPI.withScopes, StandardAPI.withoutScopes, StandardAPI.sailor, StandardAPI.robot] {
            try await site.add(client)
        }
        return site
    }

    func redeem(_ code: String, _ added: FormParameters = [:]) async throws -> Answer {
        var form = FormParameters.standardRedeeming(code).with("client_id", "sailor")
        for pair in added.pairs { form.append(pair.name, pair.value) }
        return try await post("/op/token", form)
    }

    func tokensOfSailor(_ added: FormParameters) async throws -> Answer {
        try await redeem(try await standardCode(for: StandardAPI.request.adding(added)))
    }
}

extension FormParameters {
    func adding(_ added: FormParameters) -> FormParameters {
        var form = self
        for pair in added.pairs { form.append(pair.name, pair.value) }
        return form
    }
}
