// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The public types that one import brings, as `api` lists them: a customer reads them all.
@Suite struct ImportedTypesTests {
    @Test func `import SignIn brings at most 60 types`() throws {
        let modules = try Self.modules(importedBy: "SignIn")
        #expect(modules.isSuperset(of: ["SignIn", "OAuthMessages", "SignInProvider"]))
        let types = try modules.sorted().flatMap { try Self.types(of: $0) }
        #expect(types.count >= 40 && types.count <= 60, "\(types.count):\n\(types.joined(separator: "\n"))")
    }

    /// The module, and those that it and they re-export.
    private static func modules(importedBy module: String) throws -> Set<String> {
        let exports = #/(?m)^@_exported public import (\w+)/#
        let groups = ["Ground", "Client"].map { "Sources/\($0)" }
        var found: Set<String> = []
        var next = [module]
        while let name = next.popLast() {
            guard found.insert(name).inserted else { continue }
            let folder = try #require(groups.map { "\($0)/\(name)" }.first(where: PackageText.exists))
            for source in try PackageText.all(in: folder, of: "swift") {
                next += source.text.matches(of: exports).map { String($0.1) }
            }
        }
        return found
    }

    /// The lines of its types, nested ones too.
    private static func types(of module: String) throws -> [String] {
        let declaration = #/(?m)^ *(?:@\w+ )?(?:final )?(?:actor|class|enum|protocol|struct) \w.*$/#
        return try PackageText.read("api/\(module).txt").matches(of: declaration).map { "\(module): \($0.0)" }
    }
}
