// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// A tenant file that cannot be taken; nothing of it was.
package struct TenantFileError: Error, Sendable, Hashable {
    /// A line for each thing that is wrong: a JSON pointer, the cause and the remedy.
    package let problems: [String]

    init(_ refusal: DocumentRefusal) {
        problems = refusal.problems.map(\.description)
    }
}
