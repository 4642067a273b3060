// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The facts about a refusal that the code below ``RefusalRecorder`` knows, collected while a request is answered.
///
/// The note belongs to the task of the request, so that no judgement takes or returns it.
package final class RefusalNote: Sendable {
    /// The refusing rule, with the remedy.
    package struct Rule: Sendable {
        let name: String
        let reason: String
        var setting: String?
        var remedy: String?
        let traceID: String?

        /// Creates a rule from texts that quote nothing of the request.
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

    /// Notes the app that sent the request.
    package static func about(app clientID: String) { current?.content.withLock { $0.app = clientID } }

    /// Notes the person that the request is about.
    package static func about(person: String) { current?.content.withLock { $0.person = person } }
}
