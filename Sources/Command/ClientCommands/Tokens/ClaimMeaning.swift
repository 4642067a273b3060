// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// Explains claims in words.
enum ClaimMeaning {
    /// The explanation of a claim; empty for an unknown one.
    static func words(for name: String) -> String { meanings[name] ?? "" }

    /// A value in the form for a line; a time also relative to now.
    static func text(of value: ClaimValue, named name: String, now: Date) -> String {
        guard times.contains(name), case .number(let seconds) = value, seconds.isFinite else { return text(of: value) }
        let date = Date(timeIntervalSince1970: seconds)
        guard abs(seconds - now.timeIntervalSince1970) < furthest else { return text(of: value) }
        return "\(date.formatted(.iso8601)) (\(distance(from: now, to: date)))"
    }

    /// A value in the form for a line.
    static func text(of value: ClaimValue) -> String {
        switch value {
        case .string(let text): text
        case .array(let values): values.map(text(of:)).joined(separator: ", ")
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .number(let number) where number == number.rounded() && abs(number) < 1e15: String(Int64(number))
        case .number(let number): String(number)
        case .null: "null"
        case .object: json(value)
        }
    }

    /// A century: a number beyond it is hardly a time, and may exceed the range of integers.
    private static let furthest: TimeInterval = 100 * 366 * 86_400

    /// The time between now and another time: "in 59 min", "2 h ago".
    static func distance(from now: Date, to date: Date) -> String {
        let interval = date.timeIntervalSince(now).rounded()
        guard abs(interval) < furthest else { return interval < 0 ? "long ago" : "in a distant future" }
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

    private static func json(_ value: ClaimValue) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static let times: Set<String> = ["exp", "iat", "nbf", "auth_time", "updated_at"]

    /// RFC 7519 §4.1, OpenID Connect Core §2 and §5.1, RFC 9068 §2.2, and claims of Microsoft.
    private static let meanings = [
        "iss": "who issued it",
        "aud": "who it is for",
        "sub": "the person, as this app or API knows them",
        "exp": "when it ends",
        "nbf": "not valid before",
        "iat": "when it was issued",
        "auth_time": "when the person signed in",
        "nonce": "ties it to one sign-in",
        "at_hash": "ties it to an access token",
        "c_hash": "ties it to an authorization code",
        "azp": "the app that may use it",
        "appid": "the app that may use it",
        "client_id": "the app that may use it",
        "azpacr": "how the app proved itself: 0 not at all, 1 secret, 2 certificate",
        "appidacr": "how the app proved itself: 0 not at all, 1 secret, 2 certificate",
        "scp": "what the person lets the app do",
        "scope": "what the person lets the app do",
        "roles": "what the app itself may do",
        "oid": "the person or app in their directory; the same for every app",
        "tid": "the directory",
        "name": "the name to show",
        "given_name": "given name",
        "family_name": "family name",
        "preferred_username": "the user name to show; it can change, so it is no key",
        "upn": "the user name; it can change, so it is no key",
        "unique_name": "the user name; it can change, so it is no key",
        "email": "e-mail address; it can change, so it is no key",
        "emails": "e-mail addresses of a customer",
        "email_verified": "whether the provider knows that the e-mail address is the person's",
        "phone_number": "telephone number",
        "phone_number_verified": "whether the provider knows that the number is the person's",
        "address": "postal address",
        "birthdate": "birthday",
        "gender": "gender",
        "locale": "language",
        "zoneinfo": "time zone",
        "middle_name": "middle names",
        "nickname": "the name that friends use",
        "picture": "the address of a picture",
        "profile": "the address of a page about the person",
        "website": "the person's own page",
        "updated_at": "when the provider last changed any of this",
        "newUser": "whether the customer signed up just now",
        "tfp": "the user flow that issued it",
        "acr": "how strong the sign-in was; older B2C: the user flow",
        "amr": "how the person signed in",
        "idp": "where the person comes from, if from elsewhere",
        "idtyp": "user or app",
        "ver": "the form of the token",
        "uti": "the token's own id",
        "jti": "the token's own id",
        "sid": "the session at the provider",
        "groups": "the person's groups",
        "aio": "for the provider's own use",
        "rh": "for the provider's own use",
    ]
}
