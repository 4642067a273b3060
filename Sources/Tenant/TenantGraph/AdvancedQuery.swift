// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes

/// Whether a request asks for Graph's advanced queries, which need a header and `$count=true`.
struct AdvancedQuery: Sendable {
    /// The request has the header `ConsistencyLevel: eventual`.
    let isEventual: Bool
    /// `$count=true`, or the `$count` segment.
    let counts: Bool

    /// The request has both.
    var isGranted: Bool { isEventual && counts }

    /// Whether the header fields ask for eventual consistency.
    static func isEventual(_ fields: HTTPFields) -> Bool {
        fields.value(of: "ConsistencyLevel")?.lowercased() == "eventual"
    }

    /// Refuses an operator that needs an advanced query.
    ///
    /// - Throws: ``GraphFault`` (400), which names the missing parameter.
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
