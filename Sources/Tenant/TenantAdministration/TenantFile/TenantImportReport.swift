// SPDX-License-Identifier: Apache-2.0

/// The numbers of records that an import added, replaced and kept.
package struct TenantImportReport: Sendable, Hashable {
    /// The numbers for one kind of record.
    package struct Count: Sendable, Hashable {
        /// Records that did not exist before.
        package var added = 0
        /// Existing records that the file replaced.
        package var replaced = 0
        /// Existing records that the file does not name.
        package var kept = 0
    }

    /// By the singular noun of the kind: `directory`, `person`, `user flow`.
    package private(set) var counts: [String: Count] = [:]

    mutating func count(_ kind: String, isNew: Bool) {
        if isNew { counts[kind, default: Count()].added += 1 } else { counts[kind, default: Count()].replaced += 1 }
    }

    /// Computes the number of kept records from the total of a kind.
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
