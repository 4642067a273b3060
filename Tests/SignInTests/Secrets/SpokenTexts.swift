// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// All that Swift makes of values without being told how: what a log, a debugger or a test report would show.
struct SpokenTexts {
    private(set) var texts: [String] = []

    /// Takes in what a value can be made to say.
    mutating func add(_ value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        texts += [String(describing: value), String(reflecting: value), "\(value)", dumped]
        if let error = value as? any Error {
            texts += [error.localizedDescription, (error as NSError).description, (error as NSError).debugDescription]
        }
    }

    /// Demands that none of the secrets is in any text.
    func expectNone(of secrets: Set<String>, _ location: SourceLocation = #_sourceLocation) {
        for secret in secrets {
            let leak = texts.contains { $0.contains(secret) }
            #expect(!leak, "a secret of \(secret.count) characters is said", sourceLocation: location)
        }
    }
}
