// SPDX-License-Identifier: Apache-2.0
import Testing

/// The names of targets: one name twice in a customer's graph of packages stops the build.
@Suite struct TargetNamesTests {
    /// Modules of packages that customers of Tessera are likely to have.
    private static let taken: Set = [
        "Arguments", "Certificates", "Crypto", "Cryptography", "GRDB", "HTTPEngine", "HTTPTypes", "Hummingbird",
        "Lifecycle",
        "Logging", "Logs", "Metrics", "Mustache", "SQLite", "Tracing", "Vapor", "X509",
    ]

    @Test func `modules of C begin with CTessera, and no target has the name of a well-known module`() throws {
        let manifest = try PackageManifest.current.get()
        #expect(manifest.targetNames.isDisjoint(with: Self.taken))
        #expect(!manifest.cTargets.isEmpty)
        for name in manifest.cTargets { #expect(name.hasPrefix("CTessera")) }
    }
}
