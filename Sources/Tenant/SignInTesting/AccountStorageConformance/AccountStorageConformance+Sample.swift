// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

extension AccountStorageConformance {
    /// A person's account, with values for all fields that a storage must keep.
    func sample(
        _ person: String = "ann", claim: String = "Änn 安", refreshToken: String = "refresh"
    ) throws -> AccountRecord {
        let text: [String: Any] = [
            "version": 1, "generation": 0, "registration": "tasks", "authority": "https://login.example.com/",
            "clientID": "client",
            "issuer": "https://login.example.com/", "subject": person, "signedInAt": 1_767_225_600.25,
            "claims": ["name": claim, "groups": ["a", "b"], "nested": ["number": 1, "none": NSNull(), "yes": true]],
            "refreshToken": refreshToken,
            "tokens": [
                [
                    "accessToken": "access", "obtainedAt": 1_767_225_600, "expiresAt": 1_767_229_200,
                    "scopes": "Tasks.Read",
                ]
            ],
        ]
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return try decoder.decode(AccountRecord.self, from: JSONSerialization.data(withJSONObject: text))
    }
}

extension AccountRecord {
    /// The same account with another refresh token.
    func renewed(_ token: String) -> AccountRecord {
        var renewed = self
        renewed.refreshToken = Redacted(token)
        return renewed
    }
}
