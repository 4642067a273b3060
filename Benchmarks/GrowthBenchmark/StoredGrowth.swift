// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing

/// Shows that no endpoint of the local tenant takes longer for what strangers left there.
///
/// Three tenants stand beside each other: with nothing of theirs, with a hundred of everything, and with a thousand.
struct StoredGrowth: Sendable {
    static let counts = [0, 100, 1000]
    /// How many times as long a request may take with more rows.
    ///
    /// A lookup in a deeper index takes some more; one that reads a thousand rows takes several times as long as the
    /// whole request.
    static let bound = 1.5

    private let tenants: [TenantReaders]

    init() async throws {
        var tenants: [TenantReaders] = []
        for count in Self.counts {
            let tenant = try await TenantReaders()
            try await Strangers(tenant: tenant).leave(count)
            tenants.append(tenant)
        }
        self.tenants = tenants
    }

    /// The names of the endpoints, and how many times as long each takes with each number of rows.
    func ratios(named name: String?, _ show: (String, [Double]) -> Void) async {
        for (index, endpoint) in tenants[0].endpoints.enumerated() {
            guard name.map(endpoint.name.contains) ?? true else { continue }
            var ratios = await ratios(at: index, rounds: 10)
            // Another program may have been at work: what was seen once must be seen again.
            if ratios.contains(where: { $0 > Self.bound }) { ratios = await self.ratios(at: index, rounds: 50) }
            show(endpoint.name, ratios)
        }
    }

    /// The least times, in turn, as shares of the first tenant's.
    private func ratios(at index: Int, rounds: Int) async -> [Double] {
        var least = tenants.map { _ in Double.infinity }
        for _ in 0..<rounds {
            for (place, tenant) in tenants.enumerated() {
                let endpoint = tenant.endpoints[index]
                let start = ProcessorTime.now
                for _ in 0..<5 { _ = try? await tenant.responder.respond(to: endpoint.head, body: endpoint.content) }
                least[place] = min(least[place], ProcessorTime.now - start)
            }
        }
        return least.dropFirst().map { $0 / least[0] }
    }
}

enum ProcessorTime {
    /// The seconds for which this program has used a processor.
    ///
    /// POSIX counts a million a second.
    static var now: Double { Double(clock()) / 1e6 }
}
