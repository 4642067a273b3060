// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SignIn

enum ClaimMeaning {
    static func words(for name: String) -> String { meanings[name] ?? "" }

    static func text(of value: JSONValue, named name: String, now: Date) -> String {
        guard times.contains(name), let seconds = value.double, seconds.isFinite else { return text(of: value) }
        let date = Date(timeIntervalSince1970: seconds)
        guard abs(seconds - now.timeIntervalSince1970) < furthest else { return text(of: value) }
        return "\(date.formatted(.iso8601)) (\(distance(from: now, to: date)))"
    }

    static func text(of value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .array(let values): values.map(text(of:)).joined(separator: ", ")
        case .object, .number, .boolean, .null: "\(value)"
        }
    }

    /// A century: a number beyond it is hardly a time, and may exceed the range of integers.
    private static let furthest: TimeInterval = 100 * 366 * 86_400

    /// For example "in 59 min" or "2 h ago".
    static func distance(from now: Date, to date: Date) -> String {
        let interval = date.timeIntervalSince(now).rounded()
        guard abs(interval) < furthest else { return interval < 0 ? "long ago" : "in the distant future" }
        let seconds = Int(interval)
        let (count, unit) =
            switch abs(seconds) {
            case ..<120: (abs(seconds), "s")
            case ..<7200: (abs(seconds) / 60, "min")
            case ..<172_800: (abs(seconds) / 3600, "h")
            default: (abs(seconds) / 86_400, "days")
            }
        if seconds == 0 { return "just now" }
        return seconds < 0 ? "\(count) \(unit) ago" : "in \(count) \(unit)"
    }

    private static let times: Set<String> = ["exp", "iat", "nbf", "auth_time", "updated_at"]

    /// RFC 7519 §4.1, OpenID Connect Core §2 and §5.1, RFC 9068 §2.2, and claims of Microsoft.
    private static let meanings = [
        "iss": "issuer",
        "aud": "audience: the API or app that it is for",
        "sub": "the user's id at this app or API",
        "exp": "expiration time",
        "nbf": "not valid before",
        "iat": "time of issue",
        "auth_time": "time of the sign-in",
        "nonce": "binds the token to one sign-in",
        "at_hash": "binds the ID token to an access token",
        "c_hash": "binds the ID token to an authorization code",
        "azp": "the app that may use it",
        "appid": "the app that may use it",
        "client_id": "the app that may use it",
        "azpacr": "client authentication: 0 none, 1 secret, 2 certificate",
        "appidacr": "client authentication: 0 none, 1 secret, 2 certificate",
        "scp": "permissions that the user granted to the app",
        "scope": "permissions that the user granted to the app",
        "roles": "permissions of the app itself",
        "oid": "the user or app in the directory; the same for every app",
        "tid": "the directory",
        "name": "display name",
        "given_name": "given name",
        "family_name": "family name",
        "preferred_username": "user name to display; it can change, so do not use it as a key",
        "upn": "user name; it can change, so do not use it as a key",
        "unique_name": "user name; it can change, so do not use it as a key",
        "email": "email address; it can change, so do not use it as a key",
        "emails": "email addresses of a customer",
        "email_verified": "whether the provider verified the email address",
        "phone_number": "phone number",
        "phone_number_verified": "whether the provider verified the phone number",
        "address": "postal address",
        "birthdate": "date of birth",
        "gender": "gender",
        "locale": "language",
        "zoneinfo": "time zone",
        "middle_name": "middle names",
        "nickname": "nickname",
        "picture": "URL of a picture",
        "profile": "URL of a page about the user",
        "website": "URL of the user's own page",
        "updated_at": "time of the latest change to these claims",
        "newUser": "whether the customer just signed up",
        "tfp": "the user flow that issued it",
        "acr": "strength of the sign-in; older B2C: the user flow",
        "amr": "authentication methods",
        "idp": "the external identity provider, if any",
        "idtyp": "user or app",
        "ver": "version of the token format",
        "uti": "the token's id",
        "jti": "the token's id",
        "sid": "the session at the provider",
        "groups": "the user's groups",
        "aio": "for the provider's internal use",
        "rh": "for the provider's internal use",
    ]
}
