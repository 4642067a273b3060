// SPDX-License-Identifier: Apache-2.0

extension EntraError {
    /// The error under the number of Entra ID: External ID knows none of Azure AD B2C's.
    ///
    /// Where Entra ID has a text of its own, it is that; the rest keeps the words it had.
    init(_ error: UserFlowError) {
        switch error.number {
        case 90077, 90121: self = .notSignedIn
        case 90091: self = .cancelled
        default:
            self.init(Self.numbers[error.number] ?? 9_002_313, error.code, error.text)
            status = error.status
        }
    }

    private static let numbers = [
        90006: 50011, 90008: 900_144, 90010: 900_144, 90013: 700_054, 90014: 70007, 90018: 700_016, 90043: 90023,
        90055: 70011, 90057: 700_051, 90067: 50011, 90079: 7_000_218, 90080: 70008, 90081: 7_000_215, 90082: 70011,
        90083: 900_144, 90084: 700_025, 90086: 70003, 90088: 700_005, 90090: 70000, 90107: 700_051, 90110: 70011,
        90111: 50057, 90114: 50053, 90115: 70011, 90117: 70011, 90128: 50034, 90129: 54005, 90146: 28000, 90151: 50074,
        90157: 50053, 90182: 501_481, 90183: 501_491, 90184: 501_491, 90205: 65001, 90226: 900_561,
    ]
}
