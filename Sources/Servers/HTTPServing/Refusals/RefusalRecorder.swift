// SPDX-License-Identifier: Apache-2.0
package import Foundation
import HTTPMessages
import ProgramLifecycle
import Synchronization

/// Records each request that a rule refused: one line in the server's log at `info`, and an entry in a ``RefusalLog``.
///
/// It stands before all middleware that refuses.
package struct RefusalRecorder<Context: RequestContext>: RouterMiddleware {
    private let log: RefusalLog
    private let now: @Sendable () -> Date
    private let shown: @Sendable (_ path: String) -> String

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - log: Keeps the refusals.
    ///   - now: The server's clock.
    ///   - shown: The part of a path that a line may hold; some paths end in a secret.
    package init(
        _ log: RefusalLog, now: @escaping @Sendable () -> Date,
        showing shown: @escaping @Sendable (_ path: String) -> String = { $0 }
    ) {
        (self.log, self.now, self.shown) = (log, now, shown)
    }

    /// Passes the request on, and records a refusal.
    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let note = RefusalNote()
        return try await RefusalNote.$current.withValue(note) {
            do {
                let response = try await next(request, context)
                record(note.facts, request, response.status, context.logger)
                return response
            } catch let error as any HTTPResponseError {
                if let refusal = error as? RequestRefusal {
                    RefusalNote.refuse(RefusalNote.Rule(refusal.code.rawValue, reason: refusal.message))
                }
                record(note.facts, request, error.status, context.logger)
                throw error
            }
        }
    }

    private func record(
        _ facts: RefusalNote.Facts, _ request: Request, _ status: HTTPResponse.Status, _ logger: Log
    ) {
        guard let rule = facts.rule else { return }
        var refused = RefusedRequest(
            traceID: rule.traceID, time: now(),
            endpoint: "\(request.method) \((rule.path ?? shown(request.uri.path)).prefix(300))",
            status: status.code, app: facts.app?.shortLine, person: facts.person?.shortLine, rule: rule.name.shortLine,
            reason: rule.reason.shortLine,
            setting: rule.setting, remedy: rule.remedy)
        refused.isOfStranger = facts.isAppOfStranger
        log.keep(refused)
        logger.info("refused", metadata: refused.facts)
    }
}

extension String {
    /// One line of at most 300 characters: the text may come from a tenant file or a token, and loggers print it raw.
    fileprivate var shortLine: String { String(inOneLine.prefix(300)) }
}

extension RefusedRequest {
    /// The members that are there.
    fileprivate var facts: [String: String] {
        let members = [
            ("trace", traceID), ("endpoint", endpoint), ("status", "\(status)"),
            ("app", app), ("person", person), ("rule", rule), ("reason", reason),
            ("setting", setting), ("remedy", remedy),
            ("time", time.formatted(.iso8601)),
        ]
        return Dictionary(uniqueKeysWithValues: members.compactMap { name, value in value.map { (name, $0) } })
    }
}

/// The facts about a refusal that the code below ``RefusalRecorder`` knows, collected while a request is answered.
///
/// The note belongs to the task of the request, so that no judgement takes or returns it.
package final class RefusalNote: Sendable {
    /// The refusing rule, with the remedy.
    package struct Rule: Sendable {
        let name: String
        let reason: String
        var setting: String?
        package var remedy: String?
        /// The path for the log, if that of the request may hold a secret.
        package var path: String?
        let traceID: String?

        package init(
            _ name: String, reason: String, setting: String? = nil, remedy: String? = nil, traceID: String? = nil
        ) {
            (self.name, self.reason, self.setting, self.remedy) = (name, reason, setting, remedy)
            self.traceID = traceID
        }
    }

    struct Facts: Sendable {
        var rule: Rule?
        var app: String?
        var isAppOfStranger = false
        var person: String?
    }

    @TaskLocal static var current: RefusalNote?
    private let content = Mutex(Facts())

    var facts: Facts { content.withLock { $0 } }

    /// Notes that a rule refused the request; the last one counts.
    package static func refuse(_ rule: Rule) { current?.content.withLock { $0.rule = rule } }

    /// Replaces setting and remedy of the rule that was noted: something else decided.
    package static func decided(by setting: String, remedy: String) {
        current?.content.withLock { facts in
            facts.rule?.setting = setting
            facts.rule?.remedy = remedy
        }
    }

    /// Notes the app that sent the request, and whether it registered itself.
    package static func about(app clientID: String, ofStranger isOfStranger: Bool = false) {
        current?.content.withLock { ($0.app, $0.isAppOfStranger) = (clientID, isOfStranger) }
    }

    /// Notes the person that the request is about.
    package static func about(person: String) { current?.content.withLock { $0.person = person } }
}
