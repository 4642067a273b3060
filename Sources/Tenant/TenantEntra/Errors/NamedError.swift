// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPTypes
package import TenantControl
import TenantDirectory

/// What a provider says under a number, for rules that name only that.
///
/// Codes and texts are from Microsoft's lists of error codes and from recordings, without what a text quotes of the
/// request.
package struct NamedError: Sendable, Hashable, Decodable {
    /// The code of RFC 6749 or OpenID Connect.
    package let code: String
    /// The text, without number and trace.
    package let text: String
    /// Entra ID's finer reason.
    package let suberror: String?
    /// The claims that the app must send to the authorization endpoint to get on.
    package let claims: String?
    /// Whether people see it on a page at the authorization endpoint, and the app hears nothing: it is about
    /// directory, client or redirect URI.
    package let isPage: Bool
    private let kept: Int?

    /// The status where it is told in JSON. RFC 6749 §5.2
    package var status: HTTPResponse.Status {
        if let kept { return HTTPResponse.Status(code: kept) }
        return switch code {
        case "invalid_client": .unauthorized
        case "temporarily_unavailable": .serviceUnavailable
        default: .badRequest
        }
    }

    /// The error under a number; `nil` for numbers that nobody knows.
    package static func of(_ number: Int, _ prefix: ErrorAnswer.Prefix) -> NamedError? {
        all["\(prefix.rawValue)\(number)"]
    }

    /// Every number of a provider.
    static func numbers(_ prefix: ErrorAnswer.Prefix) -> [Int] {
        all.keys.filter { $0.hasPrefix(prefix.rawValue) }.compactMap { Int($0.dropFirst(prefix.rawValue.count)) }
            .sorted()
    }

    /// Every name, such as `AADSTS50196`.
    package static var names: [String] {
        ErrorAnswer.Prefix.allCases.flatMap { prefix in numbers(prefix).map { "\(prefix.rawValue)\($0)" } }
    }

    // A test reads the file: it comes with the program.
    private static let all =
        (try? JSONDecoder().decode([String: NamedError].self, from: Data(PackageResources.named_errors_json))) ?? [:]

    private enum CodingKeys: String, CodingKey {
        case code = "error"
        case text, suberror, claims, status, page
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        code = try values.decode(String.self, forKey: .code)
        text = try values.decode(String.self, forKey: .text)
        suberror = try values.decodeIfPresent(String.self, forKey: .suberror)
        claims = try values.decodeIfPresent(String.self, forKey: .claims)
        isPage = try values.decode(.page, or: false)
        kept = try values.decodeIfPresent(Int.self, forKey: .status)
    }
}

extension ErrorAnswer {
    /// The error of a name such as `AADSTS50196` or `AADB2C90118`, or of the number alone; `nil` if nobody has it.
    package init?(named name: String) {
        let name = name.uppercased()
        let prefix = Prefix.allCases.first { name.hasPrefix($0.rawValue) }
        let digits = prefix.map { name.dropFirst($0.rawValue.count) } ?? name[...]
        guard let number = Int(digits), digits.allSatisfy(\.isNumber),
            (prefix.map { [$0] } ?? Prefix.allCases).contains(where: { NamedError.of(number, $0) != nil })
        else { return nil }
        self.init(number: number)
        self.prefix = prefix
    }
}
