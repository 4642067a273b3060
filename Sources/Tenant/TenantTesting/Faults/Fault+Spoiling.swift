// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PageTemplates
import PortableFoundation
import TenantAuthorization
import TenantControl

extension ContentFault {
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
    func spoil(_ members: inout [String: JSONValue]) {
        let elsewhere = "http://another-provider.example"
        switch self {
        case .wrongIssuerInMetadata: members["issuer"] = .string("https://another-provider.example/v2.0")
        case .metadataWithoutTokenEndpoint: members["token_endpoint"] = nil
        case .metadataWithoutDeviceEndpoint: members["device_authorization_endpoint"] = nil
        case .insecureTokenEndpoint: members["token_endpoint"] = .string("\(elsewhere)/token")
        case .emptyKeySet: members["keys"] = .array([])
        case .keySetWithoutKeys: members["keys"] = nil
        case .missingIDToken: members["id_token"] = nil
        case .missingAccessToken: members["access_token"] = nil
        case .missingRefreshToken: members["refresh_token"] = nil
        case .wrongTokenType: members["token_type"] = .string("mac")
        case .missingTokenType: members["token_type"] = nil
        case .missingExpiresIn: members["expires_in"] = nil
        case .malformedExpiresIn: members["expires_in"] = .string("soon")
        case .unreadableUserCode: members["user_code"] = .string("type this, please\u{1B}[2J")
        case .insecureVerificationURI: members["verification_uri"] = .string("\(elsewhere)/device")
        case .expiredDeviceCode: members["expires_in"] = .number("0")
        case .keysForEncryption: Fault.spoilKeys(of: &members, "use", .string("enc"))
        case .idTokenAsAccessToken: members["access_token"] = members["id_token"]
        }
    }
}

extension Fault {
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
    /// `nil` if the fault cannot be in a page, because the browser encodes forms itself.
    func spoil(_ response: FrontChannelResponse) -> String? {
        var spoiled = response
        switch self {
        case .unreadableRedirect: return response.isForm ? nil : response.text + "&unreadable=%FF"
        case .wrongRedirect: spoiled.target += "/elsewhere"
        default: spoiled.parameters = self.spoiled(response.parameters)
        }
        return spoiled.text
    }

    private func spoiled(_ parameters: FormParameters) -> FormParameters {
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
}

/// An authorization response in a redirect, or in a page that posts it to the app. OAuth 2.0 Multiple Response Type
/// Encoding Practices §2.1, OAuth 2.0 Form Post Response Mode §2
struct FrontChannelResponse {
    /// The app's URL, escaped in a page.
    var target: String
    var parameters: FormParameters
    let isForm: Bool
    private let texts: (before: Substring, between: String, after: Substring)

    init?(location: String) {
        guard let mark = location.lastIndex(where: { $0 == "?" || $0 == "#" }),
            let parameters = FormParameters(encoded: location[location.index(after: mark)...]),
            Self.isAnswer(parameters)
        else { return nil }
        (target, self.parameters, isForm) = (String(location[..<mark]), parameters, false)
        texts = ("", String(location[mark]), "")
    }

    /// The page's script stays unchanged, because the page's policy permits it by its hash.
    init?(page: String) {
        let form = #/<form method="post" action="([^"]*)">\n((?:<input type="hidden" name="[^"]*" value="[^"]*">\n)+)/#
            .matchingSemantics(.unicodeScalar)
        guard page.contains("<script>\(FormPostPage.script)</script>"), let match = page.firstMatch(of: form)
        else { return nil }
        let parameters = Self.fields(in: match.2)
        guard Self.isAnswer(parameters) else { return nil }
        (target, self.parameters, isForm) = (String(match.1), parameters, true)
        let before = "\(page[..<match.range.lowerBound])<form method=\"post\" action=\""
        texts = (before[...], "\">\n", page[match.range.upperBound...])
    }

    var text: String { "\(texts.before)\(target)\(texts.between)\(isForm ? inputs : parameters.encoded)\(texts.after)" }

    private var inputs: String {
        parameters.pairs.map { pair in
            "<input type=\"hidden\" name=\"\(pair.name.escapedForHTML)\" value=\"\(pair.value.escapedForHTML)\">\n"
        }.joined()
    }

    private static func isAnswer(_ parameters: FormParameters) -> Bool {
        ["code", "error", "id_token", "access_token"].contains { parameters[$0] != nil }
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
    /// A missing name is added at the end; `nil` removes the name.
    func replacing(_ name: String, with value: String?) -> FormParameters {
        var changed = FormParameters()
        for pair in pairs { changed.append(pair.name, pair.name == name ? value : pair.value) }
        if self[name] == nil { changed.append(name, value) }
        return changed
    }
}
