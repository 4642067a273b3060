// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages

/// The reason for which the API under `/tessera/v1` refuses a request.
///
/// RFC 9457
package struct AdministrationProblem: Error, Sendable, Hashable {
    package let status: HTTPResponse.Status
    /// Cause and remedy, in a sentence.
    package let detail: String
    /// The errors in the content, each with its place.
    package var problems: [DocumentProblem] = []
    /// Header fields beside the usual.
    package var fields: HTTPFields = [:]

    package init(_ status: HTTPResponse.Status, _ detail: String, fields: HTTPFields = [:]) {
        (self.status, self.detail, self.fields) = (status, detail, fields)
    }

    /// Refuses a document: 400 if its content is wrong, 409 if it only conflicts with the tenant's data.
    package init(_ refusal: DocumentRefusal) {
        let isWrong = refusal.problems.contains { $0.kind == .content }
        status = isWrong ? .badRequest : .conflict
        detail =
            isWrong
            ? "The content is invalid; see 'errors' for each place, and /tessera/v1/openapi.json for the format."
            : "The content conflicts with the tenant's data; see 'errors' for each place."
        problems = refusal.problems
    }

    /// No object has this name.
    package static func unknown(_ kind: String, _ name: String) -> AdministrationProblem {
        AdministrationProblem(
            .notFound, "There is no \(kind) '\(name.prefix(120))' here; get the list, and check the name.")
    }
}
