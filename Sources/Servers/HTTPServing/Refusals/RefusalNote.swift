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
        package var remedy: String?
        /// The path for the log, if that of the request may hold a secret.
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

    /// Notes that a rule refused the request; the last one counts.
    package static func refuse(_ rule: Rule) { current?.content.withLock { $0.rule = rule } }

    /// Replaces setting and remedy of the rule that was noted: something else decided.
    package static func decided(by setting: String, remedy: String) {
        current?.content.withLock { facts in
            facts.rule?.setting = setting
            facts.rule?.remedy = remedy
        }
    }

    /// Notes that an error without a rule is an ordinary step, such as a device's that must wait: it leaves no line.
    package static func noteOrdinaryStep() { current?.content.withLock { $0.isOrdinaryStep = true } }

    /// Notes the app that sent the request, and whether it registered itself.
    package static func about(app clientID: String, ofStranger isOfStranger: Bool = false) {
        current?.content.withLock { facts in
            facts.app = clientID
            facts.isAppOfStranger = isOfStranger
        }
    }

    /// Notes the person that the request is about.
    package static func about(person: String) { current?.content.withLock { $0.person = person } }
}
