// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SignIn
import SignInProvider

/// A token after parsing, for inspection only: its signature is not checked.
struct InspectedToken: Sendable {
    /// The kind of a token.
    enum Kind: String, Sendable {
        case accessToken = "access token"
        case idToken = "ID token"
    }

    /// The token itself, for the check of its signature.
    let text: Redacted<String>
    let header: [String: JSONValue]
    let claims: Claims

    /// Parses a token.
    ///
    /// - Parameter typed: The text from the person: the token alone, wrapped over several lines, in quotes, in a header
    ///   field such as `Authorization: Bearer …`, or in a token response.
    /// - Throws: ``CommandError`` if it is not a readable signed token.
    init(_ typed: String) throws {
        let text = Self.bare(typed)
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        switch parts.count {
        case 3 where !text.isEmpty: break
        case 5:
            throw Self.unreadable("the token is encrypted (five parts): only the API that it is for can decrypt it")
        default:
            throw Self.unreadable(
                "this is not a signed token: it has \(parts.count) dot-separated parts instead of three")
        }
        do {
            header = try Claims(payload: try Base64URL.decode(parts[0])).values
            claims = try Claims(payload: try Base64URL.decode(parts[1]))
        } catch {
            throw Self.unreadable("the token cannot be decoded: it is not JSON in base64url")
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
        if let response = try? ForeignJSON(Data(typed.utf8)),
            let token = try? response.text("access_token") ?? response.text("id_token")
        {
            return token
        }
        // Terminals, mail programs and shells break long lines: then a line holds a part of the token alone.
        let unwrapped = typed.split(whereSeparator: \.isNewline).reduce(into: "") { text, line in
            var line = line.trimmed()
            if line.hasSuffix("\\") { line = line.dropLast().trimmed() }
            text += (line.wholeMatch(of: #/[A-Za-z0-9_.\-]+["'`,;]?/#) == nil ? " " : "") + line
        }
        let marks = "\"'`\u{201C}\u{201D}\u{2018}\u{2019},;:=<>()"
        let words = unwrapped.split { $0.isSpace || marks.contains($0) }.map(String.init)
        // A field, its scheme, or an option of curl stands before the token.
        return words.first { $0.hasPrefix("eyJ") && $0.contains(".") }
            ?? words.first { $0.count(where: { $0 == "." }) == 2 } ?? words.last ?? ""
    }

    private static func unreadable(_ message: String) -> CommandError {
        CommandError(message, hint: "copy the whole token, from `eyJ` to its end; \(tessera: "token") prints one")
    }
}

/// The result of checking a token's signature.
enum SignatureFinding: Sendable, Hashable {
    /// A key of the provider signed the token.
    case holds(issuer: String)
    /// The signature is invalid.
    case fails(reason: String)
    /// The signature was not checked.
    case unchecked(reason: String)

    /// Checks a signature with a provider's keys.
    static func of(_ token: InspectedToken, by provider: IdentityProvider) async -> SignatureFinding {
        // Microsoft Graph's tokens have a nonce in the header, and the signature covers a hash of it.
        if token.header["nonce"] != nil {
            return .unchecked(reason: "only the API that it is for can verify it")
        }
        let algorithms = Set(SignatureAlgorithm.allCases)
        guard let unverified = try? UnverifiedJWS(token.text.revealed, accepting: algorithms) else { return misfit }
        do {
            let key = try await provider.keys.key(for: unverified.header)
            guard (try? unverified.verified(with: key)) != nil else { return misfit }
            return .holds(issuer: provider.metadata.issuer)
        } catch let refusal as Refusal where refusal.code == .keyUnknown {
            return .fails(reason: "it was not signed with a key of \(provider.metadata.issuer)")
        } catch {
            // Without keys the signature stays open: the provider is out of reach, or answered with an error.
            let reason = (error as? any ActionableError)?.message
            return .unchecked(reason: reason ?? "the provider's keys could not be fetched")
        }
    }

    private static let misfit = fails(
        reason: "it does not match: the token was changed, or signed with another key")

    /// The line for the terminal.
    var line: String {
        switch self {
        case .holds(let issuer): "valid: signed with a key of \(issuer)"
        case .fails(let reason): "invalid: \(reason)"
        case .unchecked(let reason): "not checked: \(reason)"
        }
    }
}

/// The comparison of a token with the provider of the settings.
struct ProviderFinding: Sendable {
    /// Whether one of its keys signed the token.
    let signature: SignatureFinding
    /// The reason why an API that accepts only this provider would refuse the token; `nil` if it would accept it.
    var objection: String?

    /// Asks the provider of the settings.
    ///
    /// Never asks an address from the token: an attacker may have written the token.
    static func of(_ token: InspectedToken, by flow: SignInFlow) async -> ProviderFinding {
        guard let provider = try? await flow.discover() else {
            return ProviderFinding(signature: .unchecked(reason: "the provider in these settings does not respond"))
        }
        return ProviderFinding(
            signature: await SignatureFinding.of(token, by: provider), objection: objection(to: token, by: provider))
    }

    private static func objection(to token: InspectedToken, by provider: IdentityProvider) -> String? {
        let issuer = provider.metadata.issuer
        switch (try? UnverifiedToken(token.text))?.likeness(to: provider) {
        case .full: return nil
        case .issuer: return "it is from another user flow (tfp) than the one in these settings"
        case .some(.none), nil: return "it was not issued (iss) by \(issuer)"
        }
    }
}
