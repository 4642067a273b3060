// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages

/// An error of the API under `/tessera/v1`. RFC 9457
package struct AdministrationProblem: Error, Sendable, Hashable {
    package let status: HTTPResponse.Status
    package let detail: String
    package var problems: [DocumentProblem] = []
    package var fields: HTTPFields = [:]

    package init(_ status: HTTPResponse.Status, _ detail: String, fields: HTTPFields = [:]) {
        (self.status, self.detail, self.fields) = (status, detail, fields)
    }

    package init(_ refusal: DocumentRefusal) {
        let isWrong = refusal.problems.contains { $0.kind == .content }
        status = isWrong ? .badRequest : .conflict
        detail =
            isWrong
            ? "The content is invalid; see 'errors' for each place, and /tessera/v1/openapi.json for the format."
            : "The content conflicts with the tenant's data; see 'errors' for each place."
        problems = refusal.problems
    }

    package static func unknown(_ kind: String, _ name: String) -> AdministrationProblem {
        AdministrationProblem(
            .notFound, "There is no \(kind) '\(name.prefix(120))' here; get the list, and check the name.")
    }
}
