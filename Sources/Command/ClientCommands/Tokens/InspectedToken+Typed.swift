// SPDX-License-Identifier: Apache-2.0
import APIAccess
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import QuickStart
import SignIn
import SignInProvider

/// Reads tokens without verifying them.
extension InspectedToken {
    enum Kind: String, Sendable {
        case accessToken = "access token"
        case idToken = "ID token"
    }

    /// Accepts a token that is wrapped, in quotes, in a header field, or in a token response.
    init(typed: String) throws {
        let text = Self.bare(typed)
        switch text.split(separator: ".", omittingEmptySubsequences: false).count {
        case 3 where !text.isEmpty: break
        case 5:
            throw Self.unreadable("the token is encrypted (five parts): only the API that it is for can decrypt it")
        case let count:
            throw Self.unreadable("this is not a signed token: it has \(count) dot-separated parts instead of three")
        }
        do { self = try InspectedToken(Redacted(text)) } catch {
            throw Self.unreadable("the token cannot be decoded: it is not JSON in base64url")
        }
    }

    /// RFC 9068 defines a type for access tokens; Microsoft's have none, but name the app that may use them.
    var kind: Kind {
        if case .string(let type) = header["typ"], type.lowercased().hasSuffix("at+jwt") { return .accessToken }
        let isAccessToken = ["scp", "scope", "roles", "azp", "appid", "client_id"].contains(where: claims.has)
        // Azure AD B2C repeats the nonce in access tokens; unlike its ID tokens, these have `azp`.
        let isOfUserFlow = claims.has("tfp") && claims.has("azp")
        let isIDToken =
            ["at_hash", "c_hash"].contains(where: claims.has) || (claims.has("nonce") && !isOfUserFlow)
        return isAccessToken && !isIDToken ? .accessToken : .idToken
    }

    var permissions: [String] {
        let scopes = ScopeSet(text: claims.string("scp") ?? claims.string("scope") ?? "").scopes
        return scopes + claims.strings("roles")
    }

    private static func bare(_ typed: String) -> String {
        if let response = try? JSONDecoder().decode([String: JSONValue].self, from: Data(typed.utf8)),
            let token = response["access_token"]?.string ?? response["id_token"]?.string
        {
            return token
        }
        // Terminals, mail programs, and shells break long lines: then a line holds only a part of the token.
        let unwrapped = typed.split(whereSeparator: \.isNewline).reduce(into: "") { text, line in
            var line = line.trimmed
            if line.hasSuffix("\\") { line = line.dropLast().trimmed }
            text += (line.wholeMatch(of: #/[A-Za-z0-9_.\-]+["'`,;]?/#) == nil ? " " : "") + line
        }
        let marks = "\u{200B}\"'`\u{201C}\u{201D}\u{2018}\u{2019},;:=<>()"
        let words = unwrapped.split { $0.isWhitespace || marks.contains($0) }.map(String.init)
        // A field, its scheme, or an option of curl can precede the token.
        return words.first { $0.hasPrefix("eyJ") && $0.contains(".") }
            ?? words.first { $0.count(where: { $0 == "." }) == 2 } ?? words.last ?? ""
    }

    private static func unreadable(_ message: String) -> CommandError {
        CommandError(message, hint: "copy the whole token, from `eyJ` to its end; \(tessera: "token") prints one")
    }
}
