// SPDX-License-Identifier: Apache-2.0
/// A problem, with the facts and the next step.
struct ProblemPage {
    let problem: SignInProblem
    let reply: ErrorReply

    /// The values for the template.
    var values: [String: Any] {
        [
            "title": problem.title,
            "code": "AADSTS\(problem.error.number)",
            "message": problem.error.text,
            "facts": problem.facts.map { ["label": $0.label, "values": $0.values] as [String: Any] },
            "hint": problem.hint,
            "traceID": reply.traceID,
            "correlationID": reply.correlationID,
            "timestamp": reply.timestamp,
        ]
    }
}
