// SPDX-License-Identifier: Apache-2.0

import HTTPMessages
package import PortableFoundation
import ProgramLifecycle
import Synchronization

/// Records each refused request: a line in the server's log at `info`, and an entry in a ``RefusalLog``.
///
/// It runs before all middleware that refuses, and inside ``SecurityHeaders``, which turns refusals into responses.
package struct RefusalRecorder<Context: RequestContext>: RouterMiddleware {
    private let log: RefusalLog
    private let now: @Sendable () -> Date
    private let shown: @Sendable (_ path: String) -> String

    /// Some paths end in a secret: `shown` returns the part that is safe to log.
    package init(
        _ log: RefusalLog, now: @escaping @Sendable () -> Date,
        showing shown: @escaping @Sendable (_ path: String) -> String = { $0 }
    ) {
        self.log = log
        self.now = now
        self.shown = shown
    }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let note = RefusalNote()
        return try await RefusalNote.$current.withValue(note) {
            do {
                let response = try await next(request, context)
                record(note.facts, request, response, context.logger)
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

    private func record(_ facts: RefusalNote.Facts, _ request: Request, _ response: Response, _ logger: Log) {
        var facts = facts
        if response.status.kind == .clientError, !facts.isOrdinaryStep {
            facts.rule = facts.rule ?? RefusalNote.Rule(unexplained: response, to: shown(request.uri.path))
        }
        record(facts, request, response.status, logger)
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

extension RefusalNote.Rule {
    fileprivate init(unexplained response: Response, to path: String) {
        switch response.status {
        case .notFound:
            self.init("address_unknown", reason: "No resource has this URL.", remedy: "Check the address.")
        case .methodNotAllowed:
            let allowed = response.headers[.allow] ?? "other methods"
            self.init(
                "method_not_allowed", reason: "This address accepts only \(allowed).",
                remedy: "Use one of these methods.")
        default:
            let (code, reason) = (response.status.code, "\(response.status.reasonPhrase).")
            self.init("http_\(code)", reason: reason, remedy: "Read the response.")
        }
        self.path = Self.withoutSecrets(path)
    }

    /// Drops long segments: a misplaced code or token must not get into the log.
    package static func withoutSecrets(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.utf8.count > 40 ? "…" : String($0) }.joined(separator: "/")
    }
}

extension String {
    /// One line of at most 300 characters: the text can be from a tenant file or a token, and loggers print it raw.
    fileprivate var shortLine: String { String(inOneLine.prefix(300)) }
}

extension RefusedRequest {
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

/// The facts about a refusal, collected in the request's task, so that no function has to pass them on.
package final class RefusalNote: Sendable {
    package struct Rule: Sendable {
        let name: String
        let reason: String
        var setting: String?
        package var remedy: String?
        /// The path for the log, if that of the request can contain a secret.
        package var path: String?
        let traceID: String?

        package init(
            _ name: String, reason: String, setting: String? = nil, remedy: String? = nil, traceID: String? = nil
        ) {
            self.name = name
            self.reason = reason
            self.setting = setting
            self.remedy = remedy
            self.traceID = traceID
        }
    }

    struct Facts: Sendable {
        var rule: Rule?
        var app: String?
        var isAppOfStranger = false
        var isOrdinaryStep = false
        var person: String?
    }

    @TaskLocal static var current: RefusalNote?
    private let content = Mutex(Facts())

    var facts: Facts { content.withLock { $0 } }

    /// The last one counts.
    package static func refuse(_ rule: Rule) { current?.content.withLock { $0.rule = rule } }

    /// Replaces setting and remedy of the recorded rule, because another setting was decisive.
    package static func decided(by setting: String, remedy: String) {
        current?.content.withLock { facts in
            facts.rule?.setting = setting
            facts.rule?.remedy = remedy
        }
    }

    /// Marks an error without a rule as an ordinary step, such as a device that polls, which is not logged.
    package static func noteOrdinaryStep() { current?.content.withLock { $0.isOrdinaryStep = true } }

    package static func about(app clientID: String, ofStranger isOfStranger: Bool = false) {
        current?.content.withLock { facts in
            facts.app = clientID
            facts.isAppOfStranger = isOfStranger
        }
    }

    package static func about(person: String) { current?.content.withLock { $0.person = person } }
}
