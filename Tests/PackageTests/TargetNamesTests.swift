// SPDX-License-Identifier: Apache-2.0
import Testing

/// The names of targets: one name twice in a customer's graph of packages stops the build.
@Suite struct TargetNamesTests {
    /// Modules of packages that customers of Tessera are likely to have.
    private static let taken: Set = [
        "Arguments", "Certificates", "Crypto", "Cryptography", "GRDB", "HTTPTypes", "Hummingbird", "Lifecycle",
        "Logging", "Metrics", "Mustache", "SQLite", "Tracing", "Vapor", "X509",
    ]

    @Test func `modules of C begin with CTessera, and no target has the name of a well-known module`() throws {
        let manifest = try PackageManifest.current.get()
        #expect(manifest.targetNames.isDisjoint(with: Self.taken))
        #expect(!manifest.cTargets.isEmpty)
        // Its C holds tables alone, in place of resources that the compiler would read for seconds.
        for name in manifest.cTargets.subtracting(["TenantResources"]) { #expect(name.hasPrefix("CTessera")) }
    }
}
