// SPDX-License-Identifier: Apache-2.0
import JOSE

/// Individual claims that a client requests, beside those of its scopes.
///
/// OpenID Connect Core §5.5
struct ClaimsRequest: Sendable, Hashable {
    /// The request for one claim. §5.5.1
    struct Wish: Sendable, Hashable {
        let isEssential: Bool
        /// The accepted values; `nil` accepts any.
        let values: [JSONValue]?

        /// Whether a value is one of the requested values.
        func accepts(_ value: JSONValue) -> Bool { values?.contains(value) ?? true }
    }

    /// The original text, to be stored with the grant; `nil` without the parameter.
    let text: String?
    let userInfo: [String: Wish]
    let idToken: [String: Wish]

    static let nothing = ClaimsRequest()

    private init() {
        text = nil
        userInfo = [:]
        idToken = [:]
    }

    /// Reads the parameter `claims`; members other than `userinfo` and `id_token` are ignored.
    ///
    /// - Throws: ``StandardError`` (`invalid_request`) for any other content.
    init(_ text: String) throws {
        guard let members = try? StrictJSON.object(in: text.utf8, maximumDepth: 8),
            let userInfo = Self.wishes(members["userinfo"]), let idToken = Self.wishes(members["id_token"])
        else { throw StandardError.malformed("The parameter claims is not the JSON of OpenID Connect Core 5.5.") }
        self.text = text
        self.userInfo = userInfo
        self.idToken = idToken
    }

    private static func wishes(_ value: JSONValue?) -> [String: Wish]? {
        guard let value, value != .null else { return [:] }
        guard let members = value.object else { return nil }
        var wishes: [String: Wish] = [:]
        for (name, wish) in members {
            if wish == .null {
                wishes[name] = Wish(isEssential: false, values: nil)
            } else if let wish = wish.object {
                wishes[name] = Wish(
                    isEssential: wish["essential"]?.boolean ?? false,
                    values: wish["values"]?.array ?? wish["value"].map { [$0] })
            } else {
                return nil
            }
        }
        return wishes
    }

    /// The person that the request names by `sub`; `nil` if any person may sign in. §5.5.1
    var subject: String? {
        guard let values = idToken["sub"]?.values, values.count == 1 else { return nil }
        return values[0].string
    }

    /// Whether the request requires an `acr` that this provider does not offer. §5.5.1.1
    var isBeyondUs: Bool {
        guard let wish = idToken["acr"], wish.isEssential else { return false }
        return !wish.accepts(.string(IDTokenContent.authenticationContext))
    }
}
