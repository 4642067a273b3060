// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import JSONWebSignatures
import OAuthMessages
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
    /// The spoiled redirect or page; `nil` if the fault cannot be in a page, because the browser encodes a form itself.
    func spoil(_ response: FrontChannelResponse) -> String? {
        var spoiled = response
        switch self {
        case .unreadableRedirect: return response.isForm ? nil : response.text + "&unreadable=%FF"
        case .wrongRedirect: spoiled.target += "/elsewhere"
        default: spoiled.parameters = self.spoiled(response.parameters)
        }
        return spoiled.text
    }

    /// The spoiled parameters of an authorization response.
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
