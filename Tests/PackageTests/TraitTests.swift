// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)
import Fixtures
import Foundation
import Testing

/// The packages of others, of which only customers with the trait of an adapter resolve and fetch any.
@Suite struct TraitTests {
    @Test(arguments: [[], ["--disable-default-traits"], ["--traits", "Servers"]])
    func `without the trait of an adapter, SwiftPM resolves no package of others`(_ traits: [String]) async throws {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "traits-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["swift", "package", "--package-path", PackageManifest.folder.path, "--scratch-path", scratch.path]
            + traits + ["show-dependencies", "--format", "json"]
        let (status, output) = try await process.runToEnd()
        #expect(status == 0)
        let tree = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let dependencies = try #require(tree?["dependencies"] as? [Any])
        #expect(dependencies.isEmpty, "\(output)")
        let checkouts = scratch.appending(path: "checkouts").path
        #expect(((try? FileManager.default.contentsOfDirectory(atPath: checkouts)) ?? []).isEmpty)
    }

    @Test func `the default traits enable no adapter`() throws {
        let traits = try PackageManifest.current.get().traits
        #expect(traits == ["Hummingbird": [], "Servers": [], "default": ["Servers"]])
    }

    @Test func `only the adapters for Hummingbird name packages of others, each under its trait`() throws {
        let manifest = try PackageManifest.current.get()
        let expected = Set(["hummingbird", "swift-http-types", "swift-log", "swift-nio", "swift-nio-ssl"])
        #expect(manifest.packages == expected)
        let adapters: [String: Set<String>] = [
            "BearerAuthHummingbird": expected, "HummingbirdMessages": ["hummingbird", "swift-http-types"],
            "WebSignInHummingbird": ["hummingbird", "swift-log", "swift-nio"],
        ]
        #expect(manifest.conditionalPackages == adapters.mapValues { ["Hummingbird": $0] })
        for product in manifest.products.keys {
            for platform in PackageManifest.Platform.allCases {
                #expect(manifest.packages(of: product, on: platform).isEmpty, "\(product) on \(platform)")
            }
        }
    }
}
#endif
