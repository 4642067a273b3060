// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes

/// Why the API under `/tessera/v1` declines a request.
///
/// RFC 9457
package struct AdministrationProblem: Error, Sendable, Hashable {
    package let status: HTTPResponse.Status
    /// Cause and remedy, in a sentence.
    package let detail: String
    /// What is wrong with the content, place by place.
    package var problems: [DocumentProblem] = []
    /// Header fields beside the usual.
    package var fields: HTTPFields = [:]

    package init(_ status: HTTPResponse.Status, _ detail: String, fields: HTTPFields = [:]) {
        self.status = status
        self.detail = detail
        self.fields = fields
    }

    /// A refusal of what was sent: 400 if it is wrong by itself, 409 if only beside what the tenant holds.
    package init(_ refusal: DocumentRefusal) {
        let isWrong = refusal.problems.contains { $0.kind == .content }
        status = isWrong ? .badRequest : .conflict
        detail =
            isWrong
            ? "The content cannot be taken; 'errors' names each place, and /tessera/v1/openapi.json the form."
            : "The content does not go with what the tenant holds; 'errors' names each place."
        problems = refusal.problems
    }

    /// There is nothing of a name.
    package static func unknown(_ kind: String, _ name: String) -> AdministrationProblem {
        AdministrationProblem(
            .notFound, "There is no \(kind) '\(name.prefix(120))' here; ask for the list of them, and check the name.")
    }
}
