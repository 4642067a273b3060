// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite struct TranscriptTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Expected")
    private static let isWriting = ProcessInfo.processInfo.environment["TESSERA_WRITE_TRANSCRIPTS"] == "1"

    private static func file(_ name: String) -> URL { folder.appending(path: "\(name).txt") }

    @Test(arguments: TranscriptFlow.all)
    func `the requests and responses of a flow are those of its transcript`(_ flow: TranscriptFlow) async throws {
        let found = try await flow.transcript()
        if Self.isWriting { try Data(found.utf8).write(to: Self.file(flow.name)) }
        let expected = (try? String(contentsOf: Self.file(flow.name), encoding: .utf8)) ?? ""
        let difference = Self.firstDifference(expected, found, in: flow.name)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test(.disabled(if: isWriting)) func `every file belongs to a flow`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(TranscriptFlow.all.map { "\($0.name).txt" }))
        #expect(files.count == TranscriptFlow.all.count, "two flows have one name")
    }

    @Test func `a difference is shown with its line and the preceding ones`() throws {
        let text = try #require(Self.firstDifference("a\nb\nc\n", "a\nb\nd\n", in: "flow"))
        #expect(text.contains("flow.txt:3") && text.contains("expected: c") && text.contains("found:    d"))
        #expect(Self.firstDifference("a\n", "a\n", in: "flow") == nil)
        #expect(Self.firstDifference("a\n", "a\nb\n", in: "flow")?.contains("flow.txt:2") == true)
    }

    /// Words for the first line in which two texts differ; `nil` if none does.
    private static func firstDifference(_ expected: String, _ found: String, in name: String) -> String? {
        let (old, new) = (expected.components(separatedBy: "\n"), found.components(separatedBy: "\n"))
        let lines = zip(old, new).enumerated()
        guard expected != found else { return nil }
        let number = lines.first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
        func line(_ text: [String]) -> String { number < text.count ? text[number] : "(nothing more)" }
        let before = new[max(0, number - 5)..<min(number, new.count)].map { "    \($0)" }
        return """
            Tests/LocalTenantTests/Transcripts/Expected/\(name).txt:\(number + 1)
            \(before.joined(separator: "\n"))
              expected: \(line(old))
              found:    \(line(new))
            If the new text is right, write it down and look at the change:
              TESSERA_WRITE_TRANSCRIPTS=1 swift test --filter Transcript && git diff Tests/LocalTenantTests/Transcripts
            """
    }
}
