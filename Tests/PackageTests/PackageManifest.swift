// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What the manifest says about targets and products, for a customer without traits.
struct PackageManifest {
    /// A system that our customers build for, by its name in the manifest.
    enum Platform: String, CaseIterable {
        case linux, macos, ios
    }

    private struct Dependency {
        let target: String?
        let package: String?
        let platforms: [String]
    }

    /// The root folder of the package.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The manifest, read once, or the reason why it cannot be read.
    static let current = Result { try PackageManifest() }

    /// The manifest as JSON.
    let text: String
    /// The targets of each product.
    let products: [String: [String]]
    /// The names of all targets.
    var targetNames: Set<String> { Set(dependencies.keys) }
    /// The targets of C, by the files in their folders.
    let cTargets: Set<String>
    /// The products that are programs.
    let programs: Set<String>
    /// The traits that each trait enables; those of `default` are enabled for a customer who names none.
    let traits: [String: [String]]
    /// The packages of others that the manifest names, by their identities.
    let packages: Set<String>
    /// The packages of others that a target has only with a trait, by target and trait.
    let conditionalPackages: [String: [String: Set<String>]]
    private let dependencies: [String: [Dependency]]
    /// The libraries that each target of C links itself.
    private let libraries: [String: Set<String>]

    private init() throws {
        let data = try Self.dump()
        text = String(decoding: data, as: UTF8.self)
        guard let list = try JSONSerialization.jsonObject(with: data) as? [String: Any],
            let targets = list["targets"] as? [[String: Any]], let products = list["products"] as? [[String: Any]]
        else { throw CocoaError(.propertyListReadCorrupt) }
        var dependencies: [String: [Dependency]] = [:]
        var libraries: [String: Set<String>] = [:]
        var conditional: [String: [String: Set<String>]] = [:]
        for target in targets {
            guard let name = target["name"] as? String else { throw CocoaError(.propertyListReadCorrupt) }
            dependencies[name] = (target["dependencies"] as? [[String: [Any]]] ?? []).compactMap(Self.dependency)
            libraries[name] = try Self.libraries(of: target)
            for (package, trait) in Self.conditionalPackages(of: target) {
                conditional[name, default: [:]][trait, default: []].insert(package)
            }
        }
        (self.dependencies, self.libraries, conditionalPackages) = (dependencies, libraries, conditional)
        cTargets = Set(targets.filter(Self.isC).compactMap { $0["name"] as? String })
        packages = Self.packages(in: list)
        traits = Self.traits(in: list)
        let pairs = products.compactMap { product in
            (product["name"] as? String).map { ($0, product["targets"] as? [String] ?? []) }
        }
        self.products = Dictionary(uniqueKeysWithValues: pairs)
        programs = Set(
            products.filter { ($0["type"] as? [String: Any])?.keys.contains("executable") == true }
                .compactMap { $0["name"] as? String })
    }

    /// The targets that a product brings on a platform.
    func targets(of product: String, on platform: Platform) -> Set<String> {
        targets(behind: products[product] ?? [], on: platform)
    }

    /// These targets, and those that they bring on a platform.
    func targets(behind targets: [String], on platform: Platform) -> Set<String> {
        var seen: Set<String> = []
        var next = targets
        while let name = next.popLast() {
            guard seen.insert(name).inserted else { continue }
            next += applying(to: name, on: platform).compactMap(\.target)
        }
        return seen
    }

    /// The packages of others that a product brings on a platform.
    func packages(of product: String, on platform: Platform) -> Set<String> {
        Set(targets(of: product, on: platform).flatMap { applying(to: $0, on: platform).compactMap(\.package) })
    }

    /// The C libraries that a product links on a platform.
    func libraries(of product: String, on platform: Platform) -> Set<String> {
        libraries(behind: products[product] ?? [], on: platform)
    }

    /// The C libraries that these targets link on a platform.
    func libraries(behind targets: [String], on platform: Platform) -> Set<String> {
        self.targets(behind: targets, on: platform).reduce(into: []) { $0.formUnion(libraries[$1] ?? []) }
    }

    private func applying(to target: String, on platform: Platform) -> [Dependency] {
        (dependencies[target] ?? []).filter { $0.platforms.isEmpty || $0.platforms.contains(platform.rawValue) }
    }

    /// Reads `{"byName": ["SignIn", {"platformNames": ["linux"]}]}` and the like; nil for one that a trait brings.
    private static func dependency(_ kinds: [String: [Any]]) -> Dependency? {
        guard let (kind, parts) = kinds.first else { return nil }
        let condition = parts.last as? [String: Any]
        let traits = condition?["traits"] as? [String] ?? []
        guard traits.isEmpty else { return nil }
        let names = parts.compactMap { $0 as? String }
        let isOther = kind == "product"
        return Dependency(
            target: isOther ? nil : names.first, package: isOther ? names.dropFirst().first : nil,
            platforms: condition?["platformNames"] as? [String] ?? [])
    }

    private static func packages(in manifest: [String: Any]) -> Set<String> {
        let kinds = manifest["dependencies"] as? [[String: [[String: Any]]]] ?? []
        return Set(kinds.flatMap(\.values).joined().compactMap { $0["identity"] as? String })
    }

    private static func traits(in manifest: [String: Any]) -> [String: [String]] {
        let all = manifest["traits"] as? [[String: Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: all.compactMap { trait in
                (trait["name"] as? String).map { ($0, trait["enabledTraits"] as? [String] ?? []) }
            })
    }

    /// Reads `{"product": ["NIOCore", "swift-nio", null, {"traits": ["Hummingbird"]}]}` and the like.
    private static func conditionalPackages(of target: [String: Any]) -> [(package: String, trait: String)] {
        (target["dependencies"] as? [[String: [Any]]] ?? []).compactMap { $0["product"] }.flatMap { parts in
            let package = parts.compactMap { $0 as? String }.dropFirst().first ?? ""
            return ((parts.last as? [String: Any])?["traits"] as? [String] ?? []).map { (package, $0) }
        }
    }

    /// The libraries of the linker's settings, of `pkg-config`, and of the module map of a system library.
    private static func isC(_ target: [String: Any]) -> Bool {
        let folder = (target["path"] as? String).map { Self.folder.appending(path: $0).path }
        let files = folder.flatMap { try? FileManager.default.subpathsOfDirectory(atPath: $0) } ?? []
        return files.contains { $0.hasSuffix(".h") } && !files.contains { $0.hasSuffix(".swift") }
    }

    private static func libraries(of target: [String: Any]) throws -> Set<String> {
        var found: Set<String> = []
        for setting in target["settings"] as? [[String: Any]] ?? [] {
            let kind = setting["kind"] as? [String: [String: Any]]
            for name in ["linkedLibrary", "linkedFramework"] {
                if let library = kind?[name]?["_0"] as? String { found.insert(library) }
            }
        }
        if let name = target["pkgConfig"] as? String { found.insert(name) }
        if target["type"] as? String == "system", let path = target["path"] as? String {
            let map = try String(contentsOf: folder.appending(path: "\(path)/module.modulemap"), encoding: .utf8)
            found.formUnion(map.matches(of: #/link "([^"]+)"/#).map { String($0.1) })
        }
        return found
    }

    private static func dump() throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let scratch = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        process.arguments = [
            "swift", "package", "--package-path", folder.path, "--scratch-path", scratch.path, "dump-package",
        ]
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("APPLE_") }
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let manifest = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return manifest
    }
}
