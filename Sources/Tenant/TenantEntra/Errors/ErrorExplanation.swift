// SPDX-License-Identifier: Apache-2.0
import Foundation
import TenantDirectory

/// What a number of an error means, in words.
struct ErrorExplanation: Sendable, Hashable, Decodable {
    let title: String
    let cause: String
    let remedy: String
    /// Whether errors name the page that explains them; as recorded, the real service's do not always.
    let isNamed: Bool

    /// The explanation of a number; `nil` for numbers that nobody knows.
    static func of(_ number: Int) -> ErrorExplanation? { all[number] }

    /// Whether errors with a number name the page that explains it.
    static func isNamed(_ number: Int) -> Bool { all[number]?.isNamed == true }

    /// Every number that is explained.
    static var numbers: [Int] { all.keys.sorted() }

    private static let all: [Int: ErrorExplanation] = {
        // A test reads the file: it comes with the program.
        let texts = try? JSONDecoder().decode([String: ErrorExplanation].self, from: Data(PackageResources.errors_json))
        return Dictionary(
            (texts ?? [:]).compactMap { name, text in Int(name).map { ($0, text) } }, uniquingKeysWith: { $1 })
    }()

    private enum CodingKeys: String, CodingKey {
        case title, cause, remedy, isNamed
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decode(String.self, forKey: .title)
        cause = try values.decode(String.self, forKey: .cause)
        remedy = try values.decode(String.self, forKey: .remedy)
        isNamed = try values.decode(.isNamed, or: true)
    }
}
