// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A parser of foreign bytes, with what must hold for every input.
///
/// `script/fuzz` runs each with libFuzzer; the tests run each over the inputs in `Tests/Fuzz/Corpus`.
public struct FuzzTarget: Sendable {
    /// What the target is called on the command line, and the folder of its inputs.
    public let name: String

    private let judge: @Sendable (Data) throws -> Void

    /// Names a parser.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - judge: Reads an input; it throws ``FuzzFinding`` for what must never be, and nothing else.
    init(_ name: String, _ judge: @escaping @Sendable (Data) throws -> Void) { (self.name, self.judge) = (name, judge) }

    /// Gives an input to the parser.
    ///
    /// - Throws: ``FuzzFinding`` for a property that does not hold; any other error is a finding as well.
    public func run(_ input: Data) throws { try judge(input) }

    /// The target of a name.
    public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

    /// Every parser of foreign bytes that the client, the API protection and the server have.
    public static let all: [FuzzTarget] =
        [answers, tokens, descriptions, keys, storage, settings, requests, responses, services, judges, http].flatMap(
            \.self)
}
