// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import SignIn

/// The number by which two programs tell that the same account was saved in between.
@Suite struct AccountGenerationTests {
    @Test(arguments: [(1, 2), (7, 8), (Int.max, 1)]) func `each save has another number, also after the last`(
        _ kept: Int, _ next: Int
    ) throws {
        var record = try SampleAccounts.record()
        record.generation = kept
        #expect(record.nextGeneration().generation == next)
    }

    @Test func `the first number is random, since an account can be removed and added again`() throws {
        let record = try SampleAccounts.record()
        let numbers = Set((0..<8).map { _ in record.nextGeneration().generation })
        #expect(numbers.count == 8)
        #expect(numbers.allSatisfy { $0 > 0 })
    }

    @Test(arguments: [("0", true), ("9223372036854775807", true), ("-1", false), ("1.5", false), ("null", false)])
    func `a generation out of range is damage`(_ number: String, _ isRead: Bool) throws {
        var record = try SampleAccounts.record()
        record.generation = 424_242
        let content = String(decoding: try record.content(), as: UTF8.self)
        let changed = content.replacing("424242", with: number)
        #expect(changed != content)
        #expect(((try? AccountRecord(content: Data(changed.utf8))) != nil) == isRead)
    }
}
