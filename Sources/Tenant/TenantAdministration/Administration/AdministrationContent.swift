// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JOSE
import OAuth
import TenantControl
import TenantDirectory

/// The content of requests to the API under `/tessera/v1`.
enum AdministrationContent {
    /// How many bytes a tenant file in a request may have: 16 MiB.
    static let fileLimit = 1 << 24

    /// The JSON object in the content.
    ///
    /// - Throws: ``AdministrationProblem`` (400, 415), `RequestRefusal` (413).
    static func object(
        of request: Request, limit: Int = RequestContent.usualLimit
    ) async throws -> [String: JSONValue] {
        let content = try await RequestContent(of: request, limit: limit)
        guard content.type?.value == "application/json" else {
            throw AdministrationProblem(
                .unsupportedMediaType,
                "Send JSON with Content-Type: application/json; an empty object, {}, if there is nothing to say.")
        }
        do {
            return try StrictJSON.object(in: content.bytes)
        } catch {
            throw AdministrationProblem(.badRequest, "The content is no JSON object: \(error.message)")
        }
    }

    /// The parameters of the query; every other name is refused, so that no misspelt one is ignored.
    ///
    /// - Throws: ``AdministrationProblem`` (400).
    static func query(of request: Request, knowing names: [String] = []) throws -> FormParameters {
        guard let query = FormParameters(encoded: request.uri.query ?? "") else {
            throw AdministrationProblem(.badRequest, "The query is not percent-encoded UTF-8.")
        }
        for (index, pair) in query.pairs.enumerated() {
            guard names.contains(pair.name) else {
                let hint = NameSuggestion.sentence(for: pair.name, in: names)
                throw AdministrationProblem(
                    .badRequest, "The query has no parameter '\(pair.name.prefix(40))'\(hint)")
            }
            if query.pairs[..<index].contains(where: { $0.name == pair.name }) {
                throw AdministrationProblem(.badRequest, "The query has '\(pair.name)' twice.")
            }
        }
        return query
    }
}
