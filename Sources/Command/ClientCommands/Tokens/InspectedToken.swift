// SPDX-License-Identifier: Apache-2.0
import APIAccess
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import QuickStart
import SignIn
import SignInProvider

/// What the command says about a token, which is not verified.
extension InspectedToken {
    /// The kind of a token.
    enum Kind: String, Sendable {
        case accessToken = "access token"
        case idToken = "ID token"
    }

    /// Parses a token.
    ///
    /// - Parameter typed: The text from the user: the token alone, wrapped over several lines, in quotes, in a header
    ///   field such as `Authorization: Bearer …`, or in a token response.
    /// - Throws: ``CommandError`` if it is not a readable signed token.
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

    /// The kind of the token, as far as its claims show it.
    ///
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

    /// The permissions in the token.
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
        // Terminals, mail programs and shells break long lines: then a line holds a part of the token alone.
        let unwrapped = typed.split(whereSeparator: \.isNewline).reduce(into: "") { text, line in
            var line = line.trimmed
            if line.hasSuffix("\\") { line = line.dropLast().trimmed }
            text += (line.wholeMatch(of: #/[A-Za-z0-9_.\-]+["'`,;]?/#) == nil ? " " : "") + line
        }
        let marks = "\u{200B}\"'`\u{201C}\u{201D}\u{2018}\u{2019},;:=<>()"
        let words = unwrapped.split { $0.isWhitespace || marks.contains($0) }.map(String.init)
        // A field, its scheme, or an option of curl stands before the token.
        return words.first { $0.hasPrefix("eyJ") && $0.contains(".") }
            ?? words.first { $0.count(where: { $0 == "." }) == 2 } ?? words.last ?? ""
    }

    private static func unreadable(_ message: String) -> CommandError {
        CommandError(message, hint: "copy the whole token, from `eyJ` to its end; \(tessera: "token") prints one")
    }
}

extension TokenSignature {
    /// The line for the terminal.
    var line: String {
        switch self {
        case .valid(let issuer): "valid: signed with a key of \(issuer)"
        case .invalid(let reason): "invalid: \(reason)"
        case .unchecked(let reason): "not checked: \(reason)"
        }
    }
}

/// The comparison of a token with the provider of the settings.
struct ProviderFinding: Sendable {
    let signature: TokenSignature
    /// The reason why an API that accepts only this provider would reject the token; `nil` if it would accept it.
    var objection: String?
}
