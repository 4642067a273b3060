// SPDX-License-Identifier: Apache-2.0

/// What a tenant file brought.
package struct TenantImportReport: Sendable, Hashable {
    /// How many of a kind.
    package struct Count: Sendable, Hashable {
        /// What was not there before.
        package var added = 0
        /// What was there and is now as the file says.
        package var replaced = 0
        /// What the file does not name, and stays.
        package var kept = 0
    }

    /// By kind, as it is called in the singular: `directory`, `person`, `user flow`.
    package private(set) var counts: [String: Count] = [:]

    mutating func count(_ kind: String, isNew: Bool) {
        if isNew { counts[kind, default: Count()].added += 1 } else { counts[kind, default: Count()].replaced += 1 }
    }

    /// Writes down how many there are of a kind in all.
    mutating func close(_ kind: String, total: Int) {
        let known = counts[kind, default: Count()]
        guard total > 0 || known != Count() else { return }
        counts[kind, default: Count()].kept = max(0, total - known.added - known.replaced)
    }

    /// A line for each kind.
    package var lines: [String] {
        counts.sorted { $0.key < $1.key }.map { kind, count in
            "\(kind): \(count.added) added, \(count.replaced) replaced, \(count.kept) kept that the file does not name"
        }
    }
}
