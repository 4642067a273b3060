// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Lets a person at a terminal choose one row of a table by its number.
struct Picker {
    private let question: String
    private let table: Table
    private let count: Int

    /// Creates a picker, which numbers the rows.
    init(_ question: String, heading: [String], rows: [[String]]) {
        self.question = question
        table = Table(heading: [""] + heading, rows: rows.enumerated().map { [String($0.offset + 1)] + $0.element })
        count = rows.count
    }

    /// Asks until the number is valid, three times at most.
    ///
    /// - Returns: The index of the row.
    /// - Throws: `CancellationError` if the person chose none.
    func choose() async throws -> Int {
        for line in table.lines { Terminal.note(line) }
        for _ in 0..<3 {
            guard let typed = try await Terminal.ask("\(question) [1-\(count)] "), !typed.isEmpty else { break }
            if let index = Self.index(typed, of: count) { return index }
            Terminal.note("Type a number from 1 to \(count), or nothing to leave.")
        }
        throw CancellationError()
    }

    /// The index for a typed number; `nil` if no row has it.
    static func index(_ typed: String, of count: Int) -> Int? {
        let digits = typed.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: ".)")))
        // `Int` alone would also accept a sign.
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(digits), (1...max(1, count)).contains(number), count > 0
        else { return nil }
        return number - 1
    }
}
