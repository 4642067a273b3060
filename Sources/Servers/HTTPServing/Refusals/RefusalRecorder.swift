// SPDX-License-Identifier: Apache-2.0
package import Foundation
import HTTPTypes
package import Hummingbird
import Logging

/// Records each request that a rule refused: one line in the server's log at `info`, and an entry in a ``RefusalLog``.
///
/// It stands before all middleware that refuses.
package struct RefusalRecorder<Context: RequestContext>: RouterMiddleware {
    private let log: RefusalLog
    private let now: @Sendable () -> Date

    /// Creates a recorder.
    package init(_ log: RefusalLog, now: @escaping @Sendable () -> Date) {
        (self.log, self.now) = (log, now)
    }

    /// Passes the request on, and records a refusal.
    package func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let note = RefusalNote()
        return try await RefusalNote.$current.withValue(note) {
            do {
                let response = try await next(request, context)
                record(note.facts, request, response.status, context.logger)
                return response
            } catch let refusal as RequestRefusal {
                RefusalNote.refuse(RefusalNote.Rule(refusal.code.rawValue, reason: refusal.message))
                record(note.facts, request, refusal.status, context.logger)
                throw refusal
            }
        }
    }

    private func record(
        _ facts: RefusalNote.Facts, _ request: Request, _ status: HTTPResponse.Status, _ logger: Logger
    ) {
        guard let rule = facts.rule else { return }
        let refused = RefusedRequest(
            traceID: rule.traceID, time: now(), endpoint: "\(request.method) \(request.uri.path.prefix(300))",
            status: status.code, app: facts.app, person: facts.person, rule: rule.name, reason: rule.reason,
            setting: rule.setting, remedy: rule.remedy)
        log.keep(refused)
        logger.info("refused", metadata: Logger.Metadata(refused))
    }
}

extension Logger.Metadata {
    /// The members that are there.
    fileprivate init(_ refused: RefusedRequest) {
        let members = [
            ("trace", refused.traceID), ("endpoint", refused.endpoint), ("status", "\(refused.status)"),
            ("app", refused.app), ("person", refused.person), ("rule", refused.rule), ("reason", refused.reason),
            ("setting", refused.setting), ("remedy", refused.remedy),
            ("time", refused.time.formatted(.iso8601)),
        ]
        self = Dictionary(
            uniqueKeysWithValues: members.compactMap { name, value in value.map { (name, .string($0)) } })
    }
}
