// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes
import TenantDirectory

/// One error of a dialect, as an entry of its table `Resources/errors.json`.
///
/// Codes and texts are from Microsoft's lists of error codes and from recordings. A text omits the parts of the request
/// that the real service quotes.
package struct ErrorEntry: Sendable, Decodable {
    /// The code of RFC 6749 or OpenID Connect; `nil` if the entry's name is the code.
    package let code: String?
    /// The text without number and trace; `nil` if the program writes the text.
    package let text: String?
    /// Entra ID's `suberror`, a more exact reason.
    package let suberror: String?
    /// The claims for the app to send to the authorization endpoint.
    package let claims: String?
    /// Whether the authorization endpoint shows it on a page: errors about directory, client or redirect URI.
    package let isPage: Bool
    /// The error in a few words.
    package let title: String
    package let cause: String?
    /// The next step for the developer.
    package let remedy: String
    /// The member of the tenant file that settles the error; `nil` if the request itself must change.
    package let setting: String?
    /// Whether errors link to the page with the explanation; the real service does not always.
    package let isNamed: Bool
    private let kept: Int?

    /// The status in JSON responses. RFC 6749 §5.2
    package var status: HTTPResponse.Status {
        if let kept { return HTTPResponse.Status(code: kept) }
        return switch code {
        case "invalid_client": .unauthorized
        case "temporarily_unavailable": .serviceUnavailable
        default: .badRequest
        }
    }

    private enum CodingKeys: String, CodingKey {
        case code, text, suberror, claims, status, page, title, cause, remedy, setting, isNamed
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        code = try values.decodeIfPresent(String.self, forKey: .code)
        text = try values.decodeIfPresent(String.self, forKey: .text)
        suberror = try values.decodeIfPresent(String.self, forKey: .suberror)
        claims = try values.decodeIfPresent(String.self, forKey: .claims)
        kept = try values.decodeIfPresent(Int.self, forKey: .status)
        isPage = try values.decode(.page, or: false)
        title = try values.decode(String.self, forKey: .title)
        cause = try values.decodeIfPresent(String.self, forKey: .cause)
        remedy = try values.decode(String.self, forKey: .remedy)
        setting = try values.decodeIfPresent(String.self, forKey: .setting)
        isNamed = try values.decode(.isNamed, or: true)
    }
}
