// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import OAuthMessages

extension MutatedEndpoint {
    static let administration = others + contents.map { MutatedEndpoint(.post, asking: place + $0.path, json: $0.json) }

    private static let place = "/tessera/v1/"
    private static let ana = "ana.silva@aldervale.example"
    private static let app = Site.clientID

    private static let others = [
        MutatedEndpoint(.put, asking: place + "clock", json: #"{"now": "2026-01-01T00:00:00Z", "frozen": true}"#),
        MutatedEndpoint(
            .patch, asking: place + "directories/aldervale.example/people/\(ana)",
            json: #"{"givenName": "A", "mail": null, "businessPhones": ["1"]}"#),
        MutatedEndpoint(asking: place + "directories/aldervale.example/people", ["top": "1", "skip": "2"]),
        MutatedEndpoint(.delete, asking: place + "faults/1"), MutatedEndpoint(asking: place + "sign-ins/secret"),
    ]

    private static let contents: [(path: String, json: String)] = [
        (
            "directories/aldervale.example/people",
            #"""
            {"displayName": "A", "userPrincipalName": "a@aldervale.example", "businessPhones": ["1"],
             "passwordProfile": {"forceChangePasswordNextSignIn": true}}
            """#
        ),
        ("directories/aldervale.example/groups", #"{"displayName": "A", "members": ["\#(ana)"]}"#),
        (
            "apps",
            #"""
            {"displayName": "A", "directory": "aldervale.example", "web": {"redirectUris": ["http://localhost"]},
             "keyCredentials": [{"jwk": {"kty": "EC"}}], "api": {"oauth2PermissionScopes": [{"value": "A.B"}]}}
            """#
        ),
        ("consents", #"{"clientId": "\#(app)", "directory": "aldervale.example", "scope": "openid"}"#),
        ("import", Site.file),
        (
            "import",
            #"""
            {"version": 1, "clock": {"offset": 1}, "faults": [{"fault": "drop"}], "keys": "development",
             "standardClients": [{"client_id": "a", "client_name": "A", "jwks": {"keys": []}, "scope": "a"}]}
            """#
        ),
        (
            "faults",
            #"{"fault": {"kind": "error", "number": 50076, "status": 400, "retryAfter": 1}, "after": 1, "next": 2}"#
        ),
        ("faults", #"{"fault": {"kind": "claim", "name": "a", "value": [1, {"b": null}], "token": "access_token"}}"#),
        (
            "tokens",
            #"""
            {"person": "\#(ana)", "api": "api://tasks", "scope": "a", "claims": {"a": 1}, "lifetime": 60,
             "broken": {"kind": "header", "name": "alg", "value": "none"}}
            """#
        ),
        ("clock/advance", #"{"seconds": 1}"#), ("sign-ins", #"{"person": "\#(ana)", "then": "/"}"#),
        ("automatic-sign-ins", #"{"clientId": "\#(app)", "person": "\#(ana)", "consent": true}"#),
    ]
}
