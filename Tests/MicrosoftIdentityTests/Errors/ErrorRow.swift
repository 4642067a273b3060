// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import Testing

struct ErrorRow: Sendable, CustomTestStringConvertible {
    let number: Int
    let name: String
    let code: ServerError.Code
    let suberror: String?
    let action: NextAction
    let ends: Bool

    init(
        _ number: Int, _ name: String, _ code: ServerError.Code, suberror: String? = nil, _ action: NextAction,
        ends: Bool = false
    ) {
        self.number = number
        self.name = name
        self.code = code
        self.suberror = suberror
        self.action = action
        self.ends = ends
    }

    var testDescription: String { "\(number) \(name)" }

    /// The row in `docs/errors.md`.
    func documented(as letters: String) -> String {
        "| \(letters)\(number) | \(name) | \(Self.word(for: action)) | \(ends ? "yes" : "no") |"
    }

    /// Without the parts that belong to one error.
    static func word(for action: NextAction) -> String {
        switch action {
        case .retry: "retry"
        case .consent: "consent"
        case .secondFactor: "secondFactor"
        case .answerClaimsChallenge: "answerClaimsChallenge"
        default: "\(action)"
        }
    }
}

/// The numbers for clients of Entra ID, by the table made from its documents and from recordings.
let entraErrorNumbers: Set<Int> = [
    16000, 28000, 28002, 28003, 50011, 50020, 50034, 50049, 50053, 50055, 50056, 50057, 50058, 50059, 50072, 50074,
    50076, 50078, 50079, 50089, 50105, 50126, 50140, 50147, 50158, 50173, 50194, 50196, 50199, 53000, 53001, 53002,
    53003, 53004, 54005, 65001, 65004, 65005, 70000, 70001, 70002, 70003, 70005, 70007, 70008, 70011, 70016, 70018,
    70019, 70020, 70043, 90002, 90009, 90014, 90019, 90023, 90033, 90055, 90072, 90090, 90094, 90095, 90100, 90102,
    500_011, 501_481, 501_491, 530_032, 530_035, 650_056, 650_057, 700_005, 700_016, 700_022, 700_023, 700_025, 700_027,
    700_038, 700_054, 700_082, 700_084, 900_023, 900_144, 900_561, 900_971, 901_002, 7_000_215, 7_000_218, 7_000_222,
    9_001_023, 9_002_313, 9_002_325, 9_002_326, 9_002_327, 9_002_332,
]

/// The numbers for clients of Azure AD B2C, by the same table.
let userFlowErrorNumbers: Set<Int> = [
    90006, 90008, 90010, 90012, 90013, 90014, 90018, 90035, 90036, 90043, 90052, 90053, 90054, 90055, 90057, 90067,
    90077, 90079, 90080, 90081, 90084, 90085, 90086, 90087, 90088, 90091, 90107, 90110, 90111, 90114, 90115, 90117,
    90118, 90120, 90128, 90129, 90146, 90151, 90157, 90182, 90183, 90184, 90205, 90225, 90273, 99059,
]

extension String {
    /// Comments name some as examples.
    var numbers: Set<Int> {
        let code = split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
        let numbers = code.joined(separator: "\n").matches(of: #/\b\d[\d_]{4,9}\b/#)
        return Set(numbers.compactMap { Int($0.0.replacing("_", with: "")) })
    }
}
