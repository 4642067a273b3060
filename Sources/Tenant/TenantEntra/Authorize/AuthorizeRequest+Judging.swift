// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
package import TenantAuthorization
import TenantDirectory

extension AuthorizeRequest {
    /// The values of `prompt`. OpenID Connect Core §3.1.2.1
    ///
    /// - Throws: ``EntraError`` (90023); `create` is for customers.
    package static func prompt(_ text: String?, ofCustomers: Bool = false) throws -> Set<String> {
        let prompt = Set((text ?? "").split(separator: " ").map(String.init))
        guard prompt.isSubset(of: ["login", "none", "consent", "select_account"] + (ofCustomers ? ["create"] : [])),
            prompt.count < 2 || !prompt.contains("none")
        else { throw EntraError.badPrompt(text ?? "") }
        return prompt
    }

    /// The challenge for the redeemer of the code. RFC 7636 §4.3
    ///
    /// - Throws: ``EntraError`` (50147, 501491, 9002325).
    package static func challenge(
        _ text: String?, method name: String?, to target: RedirectTarget, type: ResponseType
    ) throws -> CodeChallenge? {
        let isNeeded = type.words.contains(.code) && target.client.isSinglePage(target.redirectURI.text)
        guard let text, !text.isEmpty else {
            guard text == nil, name == nil else { throw EntraError.challengeMissing }
            guard !isNeeded else { throw EntraError.challengeNeeded }
            return nil
        }
        guard let method = CodeChallenge.Method(named: name), let challenge = CodeChallenge(text, method: method),
            // A SHA-256 hash has exactly this length; §4.2.
            method == .plain || text.utf8.count == 43
        else { throw EntraError.badChallenge }
        guard method == .sha256 || !isNeeded else { throw EntraError.challengeNeeded }
        return challenge
    }

    /// The claims that the app requests: a JSON object, unchanged. OpenID Connect Core §5.5
    ///
    /// - Throws: ``EntraError`` (90100).
    static func claims(_ text: String?) throws -> String? {
        guard let text else { return nil }
        guard let object = try? StrictJSON.object(in: Data(text.utf8)),
            ["id_token", "access_token", "userinfo"].allSatisfy({ object[$0]?.isObjectOrNull ?? true })
        else { throw EntraError.invalidParameter("claims") }
        return text
    }
}

extension JSONValue {
    fileprivate var isObjectOrNull: Bool { self == .null || object != nil }
}
