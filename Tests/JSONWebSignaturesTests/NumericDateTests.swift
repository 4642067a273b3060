// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONWebSignatures
import Testing

@Suite struct NumericDateTests {
    static let numbers: [(String, TimeInterval?)] = [
        ("0", 0), ("1767225600", 1_767_225_600), ("1767225600.5", 1_767_225_600.5), ("1e9", 1e9),
        ("253402300799", 253_402_300_799), ("253402300800", nil), ("1767225600000", nil), ("-1", nil),
        ("1e999", nil), (#""1767225600""#, nil), ("null", nil), ("true", nil), ("[1767225600]", nil),
    ]

    @Test(arguments: numbers)
    func `a time is a number of seconds from 1970 to 9999`(_ json: String, _ seconds: TimeInterval?) throws {
        let value = try StrictJSON.value(in: json.utf8)
        #expect(value.numericDate == seconds.map(Date.init(timeIntervalSince1970:)))
    }
}
