// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import SignIn

/// A token after parsing, for inspection only: its signature is not checked.
struct InspectedToken: Sendable {
    /// The kind of a token.
    enum Kind: String, Sendable {
        case accessToken = "access token"
        case idToken = "ID token"
    }

    /// The token itself, for the check of its signature.
    let text: Redacted<String>
    let header: [String: ClaimValue]
    let claims: Claims

    /// Parses a token.
    ///
    /// - Parameter typed: The text from the person; white space around it and `Bearer` before it are ignored.
    /// - Throws: ``CommandError`` if it is not a readable signed token.
    init(_ typed: String) throws {
        let text = Self.bare(typed)
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        switch parts.count {
        case 3 where !text.isEmpty: break
        case 5:
            throw Self.unreadable("the token is encrypted (five parts): only the API that it is for can read it")
        default:
            throw Self.unreadable(
                "this is not a signed token: those have three parts with a dot between, and this has \(parts.count)")
        }
        do {
            header = try Claims(payload: try Base64URL.decode(parts[0])).values
            claims = try Claims(payload: try Base64URL.decode(parts[1]))
        } catch {
            throw Self.unreadable("the token cannot be read: it is not JSON in base64url")
        }
        self.text = Redacted(text)
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
        let trimmed = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        let prefix = "bearer "
        guard trimmed.lowercased().hasPrefix(prefix) else { return trimmed }
        return trimmed.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces)
    }

    private static func unreadable(_ message: String) -> CommandError {
        CommandError(message, hint: "copy the whole token, from `eyJ` to its end; `tessera token` prints one")
    }
}
