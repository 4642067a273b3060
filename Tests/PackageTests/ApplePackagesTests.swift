// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The packages that an app for iOS links, as the manifest says.
@Suite struct ApplePackagesTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(arguments: ["SignIn", "SystemSignIn", "SignInUI", "QuickStartUI", "MicrosoftIdentity", "MicrosoftGraph"])
    func `an app for iOS links no package of others`(_ product: String) throws {
        let targets = try Self.targets()
        var (packages, seen, next): (Set<String>, Set<String>, [String]) = ([], [], [product])
        while let name = next.popLast() {
            guard seen.insert(name).inserted else { continue }
            for dependency in try #require(targets[name], "\(name)") {
                switch dependency {
                case .own(let name): next.append(name)
                case .other(let package): packages.insert(package)
                }
            }
        }
        #expect(packages.isEmpty)
    }

    @Test func `without script/apple-check the manifest has no flags that keep others from depending on it`() throws {
        let manifest = String(decoding: try Self.manifest(), as: UTF8.self)
        #expect(manifest.contains("SystemSignIn"))
        #expect(!manifest.lowercased().contains("unsafeflags") && !manifest.contains("AppleTests"))
    }

    private enum Dependency {
        case own(String)
        case other(package: String)
    }

    /// What each target depends on, for iOS and without the trait of servers.
    private static func targets() throws -> [String: [Dependency]] {
        let list = try #require(JSONSerialization.jsonObject(with: manifest()) as? [String: Any])
        var targets: [String: [Dependency]] = [:]
        for target in try #require(list["targets"] as? [[String: Any]]) {
            let name = try #require(target["name"] as? String)
            let dependencies = try #require(target["dependencies"] as? [[String: [Any]]])
            targets[name] = try dependencies.compactMap(dependency)
        }
        return targets
    }

    private static func dependency(_ kinds: [String: [Any]]) throws -> Dependency? {
        let (kind, parts) = try #require(kinds.first)
        let condition = parts.last as? [String: Any]
        let platforms = condition?["platformNames"] as? [String] ?? []
        let traits = condition?["traits"] as? [String] ?? []
        guard platforms.isEmpty || platforms.contains("ios"), traits.isEmpty else { return nil }
        let names = parts.compactMap { $0 as? String }
        return kind == "product"
            ? .other(package: try #require(names.dropFirst().first)) : .own(try #require(names.first))
    }

    private static func manifest() throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let scratch = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        process.arguments = [
            "swift", "package", "--package-path", package.path, "--scratch-path", scratch.path, "dump-package",
        ]
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "APPLE_DECLARATIONS" }
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let manifest = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return manifest
    }
}
