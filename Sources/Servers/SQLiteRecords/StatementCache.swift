// SPDX-License-Identifier: Apache-2.0

/// The prepared statements of a connection, by text; evicts the least recently used one.
struct StatementCache {
    /// A statement takes about 8 KiB.
    static let capacity = 128

    private var statements: [String: Statement] = [:]
    private var useCount = 0

    var count: Int { statements.count }

    mutating func take(_ text: String) -> Statement? {
        guard let statement = statements[text], !statement.isInUse else { return nil }
        statement.isInUse = true
        useCount += 1
        statement.lastUse = useCount
        return statement
    }

    /// Caches a statement that is in use, unless another one with the same text is cached.
    mutating func insert(_ statement: Statement, for text: String) {
        guard statements[text] == nil else { return }
        if statements.count >= Self.capacity,
            let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            // A use that has begun retains it until its end.
            statements[oldest.key] = nil
        }
        useCount += 1
        statement.lastUse = useCount
        statements[text] = statement
    }

    mutating func removeAll() { statements = [:] }
}
