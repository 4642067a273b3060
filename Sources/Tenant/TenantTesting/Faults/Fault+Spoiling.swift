// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JOSE
import OAuth
import PageTemplates
import PortableFoundation
import TenantAuthorization
import TenantControl

extension ContentFault {
    /// Spoils content.
    func spoil(_ content: Data, _ fields: inout HTTPFields) -> Data {
        switch self {
        case .emptyBody: return Data()
        case .truncatedBody: return content.prefix(content.count / 2)
        case .malformedJSON: return Data("<html>this is not JSON</html>".utf8)
        case .duplicateMember:
            guard let brace = content.firstIndex(of: UInt8(ascii: "{")) else { return content }
            let inner = content[content.index(after: brace)...]
            guard let comma = inner.firstIndex(of: UInt8(ascii: ",")) else { return content }
            return content[...brace] + inner[..<comma] + Data(",".utf8) + inner
        case .wrongContentType:
            fields[.contentType] = "text/html; charset=utf-8"
            return content
        case .oversizedBody: return content + Data(repeating: UInt8(ascii: " "), count: 5 << 20)
        }
    }
}

extension DocumentFault {
    /// Spoils a document.
    func spoil(_ members: inout [String: JSONValue]) {
        if self == .keysForEncryption {
            Fault.spoilKeys(of: &members, "use", .string("enc"))
        } else if self == .idTokenAsAccessToken {
            members["access_token"] = members["id_token"]
        } else {
            let (name, value) = replacement
            members[name] = value
        }
    }

    /// The member to replace, or to remove.
    private var replacement: (name: String, value: JSONValue?) {
        switch self {
        case .wrongIssuerInMetadata: ("issuer", .string("https://another-provider.example/v2.0"))
        case .metadataWithoutTokenEndpoint: ("token_endpoint", nil)
        case .metadataWithoutDeviceEndpoint: ("device_authorization_endpoint", nil)
        case .insecureTokenEndpoint: ("token_endpoint", .string("http://another-provider.example/token"))
        case .emptyKeySet: ("keys", .array([]))
        case .keySetWithoutKeys: ("keys", nil)
        case .missingIDToken: ("id_token", nil)
        case .missingAccessToken: ("access_token", nil)
        case .missingRefreshToken: ("refresh_token", nil)
        case .wrongTokenType: ("token_type", .string("mac"))
        case .missingTokenType: ("token_type", nil)
        case .missingExpiresIn: ("expires_in", nil)
        case .malformedExpiresIn: ("expires_in", .string("soon"))
        case .unreadableUserCode: ("user_code", .string("type this, please\u{1B}[2J"))
        case .insecureVerificationURI: ("verification_uri", .string("http://another-provider.example/device"))
        case .expiredDeviceCode: ("expires_in", .number("0"))
        case .keysForEncryption, .idTokenAsAccessToken: ("", nil)
        }
    }
}

extension Fault {
    /// Sets a member in every key of a key set, or removes it.
    static func spoilKeys(of members: inout [String: JSONValue], _ name: String, _ value: JSONValue?) {
        members["keys"] = members["keys"]?.array.map { keys in
            .array(
                keys.map { key in
                    var key = key.object ?? [:]
                    key[name] = value
                    return .object(key)
                })
        }
    }
}

extension RedirectFault {
    /// The spoiled address of a redirect; `nil` if the redirect is no authorization response.
    func spoil(_ location: String) -> String? {
        guard let mark = location.lastIndex(where: { $0 == "?" || $0 == "#" }),
            let parameters = FormParameters(encoded: location[location.index(after: mark)...]),
            Self.isAnswer(parameters)
        else { return nil }
        switch self {
        case .unreadableRedirect: return location[...mark] + parameters.encoded + "&unreadable=%FF"
        case .wrongRedirect: return "\(location[..<mark])/elsewhere\(location[mark...])"
        default: return location[...mark] + spoiled(parameters).encoded
        }
    }

    /// Whether parameters are an authorization response.
    static func isAnswer(_ parameters: FormParameters) -> Bool {
        ["code", "error", "id_token", "access_token"].contains { parameters[$0] != nil }
    }

    /// The spoiled parameters of an authorization response.
    func spoiled(_ parameters: FormParameters) -> FormParameters {
        switch self {
        case .wrongState: return parameters.replacing("state", with: "the state of another request")
        case .missingState: return parameters.replacing("state", with: nil)
        case .wrongIssuerInRedirect: return parameters.replacing("iss", with: "https://another-provider.example")
        case .missingCode: return parameters.replacing("code", with: nil).replacing("error", with: nil)
        case .duplicateParameter:
            var doubled = parameters.replacing("state", with: nil)
            doubled.append("state", parameters["state"] ?? "")
            doubled.append("state", parameters["state"] ?? "")
            return doubled
        case .unreadableRedirect, .wrongRedirect: return parameters
        }
    }

    /// A page that posts an authorization response to an app, with the response spoiled; `nil` for other pages, and for
    /// unreadable parameters, because the browser encodes a form itself.
    ///
    /// The script of the page stays unchanged, because the page's policy permits it by its hash.
    ///
    /// OAuth 2.0 Form Post Response Mode §2
    func spoil(page: String) -> String? {
        let form = #/<form method="post" action="([^"]*)">\n((?:<input type="hidden" name="[^"]*" value="[^"]*">\n)+)/#
            .matchingSemantics(.unicodeScalar)
        guard self != .unreadableRedirect, page.contains("<script>\(FormPostPage.script)</script>"),
            let match = page.firstMatch(of: form)
        else { return nil }
        let answer = Self.fields(in: match.2)
        guard Self.isAnswer(answer) else { return nil }
        let inputs = spoiled(answer).pairs.map { pair in
            let (name, value) = (pair.name.escapedForHTML, pair.value.escapedForHTML)
            return "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">\n"
        }
        let action = self == .wrongRedirect ? "\(match.1)/elsewhere" : String(match.1)
        let spoiled = "<form method=\"post\" action=\"\(action)\">\n" + inputs.joined()
        return "\(page[..<match.range.lowerBound])\(spoiled)\(page[match.range.upperBound...])"
    }

    private static func fields(in inputs: Substring) -> FormParameters {
        var fields = FormParameters()
        let input = #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#.matchingSemantics(.unicodeScalar)
        for match in inputs.matches(of: input) { fields.append(unescaped(match.1), unescaped(match.2)) }
        return fields
    }

    private static func unescaped(_ text: Substring) -> String {
        [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}

extension FormParameters {
    /// The parameters with another value for one name, or without that name.
    fileprivate func replacing(_ name: String, with value: String?) -> FormParameters {
        var changed = FormParameters()
        for pair in pairs where pair.name != name { changed.append(pair.name, pair.value) }
        changed.append(name, value)
        return changed
    }
}
