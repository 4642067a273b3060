// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

@testable import HTTPListening

/// By the table of ``FramingRow``.
@Suite struct RequestFramingTests {
    /// Like our handlers: it reads the content up to a limit.
    private static let handler: Handler = { request, _ in
        do {
            return Answer(HTTPResponse(status: .ok), try await request.content?.collect(upTo: 1 << 20) ?? [])
        } catch is ContentTooLong {
            return Answer(HTTPResponse(status: .contentTooLarge))
        }
    }

    private static func statuses(_ pieces: [[UInt8]]) async -> [Int] {
        let stream = ScriptedStream(pieces.map { (0, $0) })
        await stream.serve(handler)
        return stream.statuses
    }

    @Test func `the table has all rows, each once`() {
        #expect(FramingRow.all.count == 72)
        #expect(Set(FramingRow.all.map(\.name)).count == 72)
        #expect(Set(FramingRow.all.map(\.bytes)).count == 72)
    }

    @Test(arguments: FramingRow.all)
    func `a request that two programs could read in two ways is refused`(_ row: FramingRow) async {
        #expect(await Self.statuses([row.bytes]) == row.statuses)
    }

    @Test(arguments: FramingRow.all.filter { $0.bytes.count < 9_000 })
    func `a request is judged the same if its bytes come one by one`(_ row: FramingRow) async {
        #expect(await Self.statuses(row.bytes.map { [$0] }) == row.statuses)
    }
}
