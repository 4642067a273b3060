// SPDX-License-Identifier: Apache-2.0
import Foundation

extension SignInOptions {
    /// The options as parameters of an authorization request.
    ///
    /// Only `claims` can make a value essential. `acr_values` repeats it for providers that do not read `claims`.
    var parameters: FormParameters {
        let contexts = acrValues + essentialACRValues.filter { !acrValues.contains($0) }
        var parameters = FormParameters()
        parameters.append("prompt", prompt?.rawValue)
        parameters.append("login_hint", loginHint)
        parameters.append("domain_hint", domainHint)
        parameters.append("ui_locales", uiLocales.isEmpty ? nil : uiLocales.joined(separator: " "))
        parameters.append("max_age", maxAge.map(Self.wholeSeconds))
        parameters.append("acr_values", contexts.isEmpty ? nil : contexts.joined(separator: " "))
        parameters.append("claims", essentialACRValues.isEmpty ? nil : ClaimsParameter(essentialACRValues).text)
        return parameters
    }

    /// The request comes from a session, and another program may have written that; not every duration has a number of
    /// seconds.
    private static func wholeSeconds(_ time: Duration) -> String {
        String(min(max(time, .zero), .seconds(UInt32.max)).components.seconds)
    }
}

/// The essential claims of a request. OpenID Connect Core §5.5
private struct ClaimsParameter: Encodable {
    let idToken: [String: Claim]

    struct Claim: Encodable {
        let essential: Bool
        let values: [String]
    }

    enum CodingKeys: String, CodingKey {
        case idToken = "id_token"
    }

    init(_ contexts: [String]) {
        idToken = ["acr": Claim(essential: true, values: contexts)]
    }

    var text: String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}
