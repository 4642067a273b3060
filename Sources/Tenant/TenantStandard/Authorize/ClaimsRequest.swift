// SPDX-License-Identifier: Apache-2.0
import JOSE

/// Single claims that a client asks for, beside those of its scopes.
///
/// OpenID Connect Core §5.5
struct ClaimsRequest: Sendable, Hashable {
    /// How one claim is asked for. §5.5.1
    struct Wish: Sendable, Hashable {
        let isEssential: Bool
        /// The values that will do; `nil` takes any.
        let values: [JSONValue]?

        /// Whether a value is one of those that were asked for.
        func accepts(_ value: JSONValue) -> Bool { values?.contains(value) ?? true }
    }

    /// The text as it came, to be kept with the grant; `nil` if nothing was asked for.
    let text: String?
    let userInfo: [String: Wish]
    let idToken: [String: Wish]

    static let nothing = ClaimsRequest()

    private init() {
        text = nil
        userInfo = [:]
        idToken = [:]
    }

    /// Reads the parameter `claims`; other members than the two that are known are ignored.
    ///
    /// - Throws: ``StandardError`` (`invalid_request`) for what is not such an object.
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

    /// The one person whom the request is about, by `sub`; `nil` for anybody. §5.5.1
    var subject: String? {
        guard let values = idToken["sub"]?.values, values.count == 1 else { return nil }
        return values[0].string
    }

    /// Whether the request insists on another kind of authentication than ours. §5.5.1.1
    var isBeyondUs: Bool {
        guard let wish = idToken["acr"], wish.isEssential else { return false }
        return !wish.accepts(.string(IDTokenContent.authenticationContext))
    }
}
