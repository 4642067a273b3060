// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzTargets
import Testing

/// Runs each target on its corpus, as `script/fuzz` does with many more inputs.
@Suite struct FuzzCorpusTests {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Corpus")

    private static func inputs(of name: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: corpus.appending(path: name), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }

    @Test(arguments: FuzzTarget.all.map(\.name))
    func `invariants hold for the corpus`(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let inputs = try Self.inputs(of: name)
        #expect(inputs.count >= 3, "a target begins with inputs that are taken and inputs that are not")
        for input in inputs {
            let content = try Data(contentsOf: input)
            #expect(throws: Never.self, "\(input.lastPathComponent)") { try target.run(content) }
        }
        #expect(throws: Never.self) { try target.run(Data()) }
    }

    @Test func `every folder of inputs has a target, and each name stands once`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
        #expect(FuzzTarget.all.count == folders.count)
    }

    @Test func `inputs are small`() throws {
        for name in FuzzTarget.all.map(\.name) {
            for input in try Self.inputs(of: name) {
                let size = try #require(try input.resourceValues(forKeys: [.fileSizeKey]).fileSize)
                #expect(size <= 16 * 1024, "\(name)/\(input.lastPathComponent)")
            }
        }
    }
}
