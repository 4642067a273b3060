// SPDX-License-Identifier: Apache-2.0
import Foundation
import PortableFoundation
import Testing

@Suite struct FileDescriptorTests {
    @Test(arguments: [(0, 10), (9, 10), (10, 10), (11, 10), (300_000, .max), (300_000, 299_999), (300_000, 0)])
    func `bytes are read up to a limit, or the end`(_ count: Int, _ limit: Int) throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (OpenFile(ends[0]), FileDescriptor(ends[1]))
        let content = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        // More than a pipe holds.
        Thread.detachNewThread {
            try? writing.write(content)
            close(writing.number)
        }
        #expect(try reading.read(atMost: limit) == content.prefix(limit))
        _ = try reading.read()
    }

    @Test func `a descriptor that is not open is an error`() throws {
        let closed = FileDescriptor(-1)
        #expect(throws: POSIXError(.EBADF)) { try closed.read() }
        #expect(throws: POSIXError(.EBADF)) { try closed.write(Data("a".utf8)) }
        closed.show("nobody reads this")
    }

    @Test func `a full disk is an error`() throws {
        let full = OpenFile(open("/dev/full", O_WRONLY))
        #expect(throws: POSIXError(.ENOSPC)) { try full.write(Data("a".utf8)) }
    }

    @Test func `an error contains the system's message`() throws {
        #expect(POSIXError(.ENOSPC).explanation == "No space left on device")
        let missing = #expect(throws: CocoaError.self) { try Data(contentsOf: URL(filePath: "/nowhere/file")) }
        #expect(missing?.explanation == "No such file or directory")
        struct Own: LocalizedError { var errorDescription: String? { "the words of the error" } }
        #expect(Own().explanation == "the words of the error")
        struct Silent: Error { let secret = "hidden" }
        #expect(Silent().explanation == "Silent")
    }
}
