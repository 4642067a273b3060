// SPDX-License-Identifier: Apache-2.0

extension FormParameters {
    typealias Change = @Sendable (FormParameters) -> FormParameters

    /// A valid authorization request, which tests change.
    ///
    /// The proof key is that of RFC 7636 appendix B.
    static let goodRequest: FormParameters = [
        "client_id": Site.clientID, "redirect_uri": Site.redirectURI, "response_type": "code",
        "scope": "openid profile email offline_access User.Read.All", "state": "state-1", "nonce": "nonce-1",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
    ]

    /// The verifier of RFC 7636 appendix B.
    static let goodVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    static let nightlyReport: FormParameters = [
        "grant_type": "client_credentials", "client_id": SampleApp.nightlyReportID,
        "client_secret": SampleApp.nightlyReportSecret, "scope": "https://graph.microsoft.com/.default",
    ]

    static func redeeming(_ code: String) -> FormParameters {
        [
            "grant_type": "authorization_code", "client_id": Site.clientID, "code": code,
            "redirect_uri": Site.redirectURI, "code_verifier": goodVerifier,
        ]
    }

    static func refreshing(_ token: String) -> FormParameters {
        ["grant_type": "refresh_token", "client_id": Site.clientID, "refresh_token": token]
    }

    /// The same parameters with another value of one; a new one comes last, and `nil` takes it away.
    func with(_ name: String, _ value: String?) -> FormParameters {
        var changed = FormParameters()
        for pair in pairs where pair.name != name { changed.append(pair.name, pair.value) }
        changed.append(name, value)
        return changed
    }

    func without(_ name: String) -> FormParameters { with(name, nil) }

    func adding(_ name: String, _ value: String) -> FormParameters {
        var changed = self
        changed.append(name, value)
        return changed
    }
}

/// One row of a table of errors: a change to a valid request.
struct Spoiled: Sendable, CustomStringConvertible {
    let description: String
    let number: Int
    let error: String
    let spoil: FormParameters.Change

    init(_ description: String, _ number: Int, _ error: String = "", _ spoil: @escaping FormParameters.Change) {
        (self.description, self.number, self.error, self.spoil) = (description, number, error, spoil)
    }
}
