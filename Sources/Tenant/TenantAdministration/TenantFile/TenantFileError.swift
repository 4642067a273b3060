// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// A refused tenant file; nothing of it was imported.
package struct TenantFileError: Error, Sendable, Hashable {
    /// A line for each error: a JSON pointer, the cause and the remedy.
    package let problems: [String]

    init(_ refusal: DocumentRefusal) {
        problems = refusal.problems.map(\.description)
    }
}
