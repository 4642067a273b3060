// SPDX-License-Identifier: Apache-2.0
import OAuth

/// What is wrong with the redirect that takes an answer to the app.
public enum RedirectFault: String, Sendable, CaseIterable {
    /// It belongs to another request.
    case wrongState
    /// `state` is missing.
    case missingState
    /// `iss` names another provider. RFC 9207
    case wrongIssuerInRedirect
    /// It carries neither a code nor an error.
    case missingCode
    /// `state` stands twice.
    case duplicateParameter
    /// Its parameters are not percent-encoded UTF-8.
    case unreadableRedirect
    /// It goes to another path of the app's address.
    case wrongRedirect

    /// The address of a redirect, spoiled; `nil` if it is not one that takes an answer to an app.
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

    /// Whether parameters are an answer to an authorization request.
    static func isAnswer(_ parameters: FormParameters) -> Bool {
        ["code", "error", "id_token", "access_token"].contains { parameters[$0] != nil }
    }

    /// The parameters of an answer with what is wrong with them.
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
}

extension FormParameters {
    /// The parameters with one of another value, or without it.
    fileprivate func replacing(_ name: String, with value: String?) -> FormParameters {
        var changed = FormParameters()
        for pair in pairs where pair.name != name { changed.append(pair.name, pair.value) }
        changed.append(name, value)
        return changed
    }
}
