// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes

/// Whether a request may use what Graph answers only from its index: it says so in a header and with `$count=true`.
struct AdvancedQuery: Sendable {
    /// `ConsistencyLevel: eventual` was sent.
    let isEventual: Bool
    /// `$count=true`, or the `$count` segment.
    let counts: Bool

    /// Both were said.
    var isGranted: Bool { isEventual && counts }

    /// Whether a request's fields ask for eventual consistency.
    static func isEventual(_ fields: HTTPFields) -> Bool {
        fields.value(of: "ConsistencyLevel")?.lowercased() == "eventual"
    }

    /// Refuses an operator that only the index can answer.
    ///
    /// - Throws: ``GraphFault`` (400), which names what is missing.
    func require(for operation: String) throws {
        guard !isGranted else { return }
        let reason =
            isEventual
            ? "the required parameters might be missing. Try adding $count=true query parameter and "
                + "ConsistencyLevel:eventual header."
            : "the 'ConsistencyLevel:eventual' header is missing."
        throw GraphFault.unsupported(
            "Operator '\(operation)' is not supported because \(reason) "
                + "Refer to https://aka.ms/graph-docs/advanced-queries for more information")
    }
}
