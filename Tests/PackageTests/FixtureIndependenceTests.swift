// SPDX-License-Identifier: Apache-2.0
import Testing

/// The clients of tests on plain sockets: a defect of our own engine must not be on both sides of a test.
@Suite struct FixtureIndependenceTests {
    /// The engine of our servers, and what stands on it.
    private static let engine: Set = ["CTesseraSockets", "CTesseraTLS", "HTTPListening", "HTTPServing", "ServerTLS"]

    @Test func `no fixture imports the engine of our servers`() throws {
        var all: Set<String> = []
        for file in try PackageText.all(in: "Tests/Fixtures", of: "swift") {
            let imports = Set(file.text.matches(of: /(?m)^[@\w ]*\bimport (\w+)/).map { String($0.1) })
            #expect(imports.isDisjoint(with: Self.engine), "\(file.name)")
            all.formUnion(imports)
        }
        #expect(all.isSuperset(of: ["Foundation", "HTTPTransport"]))
    }

    @Test func `no target below the fixtures brings it either`() throws {
        let targets = try PackageManifest.current.get().targets(behind: ["Fixtures"], on: .linux)
        #expect(targets.isDisjoint(with: Self.engine))
        #expect(targets.contains("HTTPTransport"))
    }
}
