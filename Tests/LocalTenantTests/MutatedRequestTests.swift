// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import OAuthMessages
import Testing

@testable import TenantFixtures

/// Valid requests to every endpoint, mutated in more than a hundred ways each, never cause a server error.
@Suite struct MutatedRequestTests {
    /// Requests per endpoint.
    static let count = 120

    @Test(arguments: MutatedEndpoint.all)
    func `no spoiled request ends in an error of the server`(_ endpoint: MutatedEndpoint) async throws {
        let site = try Site()
        let good = try await endpoint.good(site)
        for seed in 0..<UInt64(Self.count) {
            var mutator = RequestMutator(seed: seed)
            let sample = mutator.sample(of: good)
            let answer = try await site.send(sample.method, sample.path, fields: sample.fields, body: sample.body)
            #expect(
                answer.status.code < 500,
                """
                \(endpoint.name), seed \(seed): \(answer.status.code) for \(sample.method) \(sample.path.prefix(400)) \
                \(String(decoding: sample.body.prefix(600), as: UTF8.self))
                """)
        }
    }
}
