// SPDX-License-Identifier: Apache-2.0

package import TenantControl
package import TenantDirectory
import TenantEntra

extension FaultRule {
    /// The rule with code and text of the error that it names; an unknown name stays.
    package var resolved: FaultRule {
        guard case .named(let name) = fault, let answer = ErrorAnswer(named: name) else { return self }
        var rule = self
        rule.fault = .error(answer)
        return rule
    }

    /// The range of `after` and `next`.
    static let counts = 0...1_000_000_000

    /// The errors in a rule, each with its JSON pointer; the tenant refuses a rule with errors.
    package func problems(at pointer: String) -> [DocumentProblem] {
        var problems: [DocumentProblem] = []
        func demand(_ number: Int?, in bounds: ClosedRange<Int>, _ place: String) {
            guard let number, !bounds.contains(number) else { return }
            problems.append(
                DocumentProblem(
                    pointer: "\(pointer)/\(place)",
                    message: "This must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)."))
        }
        demand(after, in: Self.counts, "after")
        demand(next, in: Self.counts, "next")
        switch fault {
        case .named(let name):
            problems.append(DocumentProblem(pointer: "\(pointer)/fault", message: Fault.sentence(about: name)))
        case .latency(let milliseconds): demand(milliseconds, in: 0...600_000, "fault/milliseconds")
        case .failure(_, let retryAfter): demand(retryAfter, in: 0...86_400, "fault/retryAfter")
        case .error(let answer):
            demand(answer.status, in: 400...599, "fault/status")
            demand(answer.number, in: 0...9_999_999, "fault/number")
            demand(answer.retryAfter, in: 0...86_400, "fault/retryAfter")
            for (name, text) in [("code", answer.code), ("suberror", answer.suberror)]
            where text?.isNQSCHARText == false {
                problems.append(
                    DocumentProblem(
                        pointer: "\(pointer)/fault/\(name)",
                        message: "This must be printable ASCII without quotes and backslashes (RFC 6749 §5.2)."))
            }
        default: break
        }
        return problems
    }
}
