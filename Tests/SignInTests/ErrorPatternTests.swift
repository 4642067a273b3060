// SPDX-License-Identifier: Apache-2.0
import SignIn
import Testing

/// `catch Refusal.Code.expired { … }` and its kind: the code must be that one, and the error of that type.
@Suite struct ErrorPatternTests {
    private static let errors: [any Error] = [
        Refusal(.expired, ""), ServerError(.accessDenied), TransportError(.timedOut, ""),
        AccountStorageError(.locked, ""),
    ]

    private static let patterns:
        [(name: String, right: @Sendable (any Error) -> Bool, wrong: @Sendable (any Error) -> Bool)] = [
            ("Refusal", { Refusal.Code.expired ~= $0 }, { Refusal.Code.notYetValid ~= $0 }),
            ("ServerError", { ServerError.Code.accessDenied ~= $0 }, { ServerError.Code.invalidGrant ~= $0 }),
            ("TransportError", { TransportError.Code.timedOut ~= $0 }, { TransportError.Code.unreachable ~= $0 }),
            (
                "AccountStorageError", { AccountStorageError.Code.locked ~= $0 },
                { AccountStorageError.Code.damaged ~= $0 }
            ),
        ]

    @Test(arguments: patterns.indices) func `a pattern matches its own error alone`(_ row: Int) {
        let pattern = Self.patterns[row]
        #expect(Self.errors.map(pattern.right) == Self.errors.indices.map { $0 == row }, "\(pattern.name)")
        #expect(!Self.errors.contains(where: pattern.wrong), "\(pattern.name)")
    }
}
