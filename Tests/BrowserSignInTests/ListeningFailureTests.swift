// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import OAuthMessages
import Testing

@testable import BrowserSignIn

@Suite(.timeLimit(.minutes(1))) struct ListeningFailureTests {
    /// For documentation; no machine has it. RFC 5737 §3
    private static let nowhere = "192.0.2.1"

    private func listen(_ first: String, _ second: String? = nil) async throws -> LoopbackListener {
        try await LoopbackListener.listening(
            for: try #require(RedirectURI("http://localhost/back")), page: AnswerPage(program: "test"),
            at: (first, second))
    }

    @Test func `a system that lets nobody listen is named`() async throws {
        let error = await #expect(throws: LoopbackUserAgentError.self) { try await listen(Self.nowhere) }
        #expect(error?.code == .cannotListen)
        #expect(error?.cause != nil && error?.description.contains(Self.nowhere) == false)
    }

    @Test func `a machine without IPv6 listens at the address that it has`() async throws {
        let listener = try await listen("127.0.0.1", Self.nowhere)
        #expect(listener.redirectURI.port ?? 0 > 0)
        await listener.close()
    }

    @Test func `every failure has a test that names it`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let text = try files.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let named = text.matches(of: #/\?\.code == \.(\w+)/#).compactMap {
            LoopbackUserAgentError.Code(rawValue: String($0.1))
        }
        let all = try SourceText.codes(
            of: LoopbackUserAgentError.Code.self, in: "Client/BrowserSignIn/LoopbackUserAgentError.swift")
        #expect(Set(named).isSuperset(of: all))
    }
}
