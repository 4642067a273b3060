// SPDX-License-Identifier: Apache-2.0
import Foundation
import TaskListClient
import Testing

@Suite struct TaskItemTests {
    /// What the seeds' API answers.
    static let seeds = #"""
        [{"_id":"56906ba4b1f4d4af2d9a4a2c","owner":"6ea91a8d-e32e-41a1-b7bd-d2d185eed0e0","Text":"Buy milk",
          "completed":true,"date":"2016-01-09T02:02:12.345Z","__v":0},
         {"_id":"56906ba4b1f4d4af2d9a4a2d","owner":"6ea91a8d-e32e-41a1-b7bd-d2d185eed0e0","Text":"",
          "date":"2016-01-09T02:02:13Z","__v":0}]
        """#

    @Test func `the answer of the seeds' API is read`() throws {
        let tasks = try TaskListFormat.decoder().decode([TaskItem].self, from: Data(Self.seeds.utf8))
        let owner = "6ea91a8d-e32e-41a1-b7bd-d2d185eed0e0"
        #expect(
            tasks == [
                TaskItem(
                    id: "56906ba4b1f4d4af2d9a4a2c", owner: owner, text: "Buy milk", completed: true,
                    date: Date(timeIntervalSince1970: 1_452_304_932.345)),
                TaskItem(
                    id: "56906ba4b1f4d4af2d9a4a2d", owner: owner, text: "",
                    date: Date(timeIntervalSince1970: 1_452_304_933)),
            ])
    }

    @Test func `an item is written as the seeds' API writes it`() throws {
        let item = TaskItem(
            id: "1", owner: "o", text: "a/b", date: Date(timeIntervalSince1970: 1_452_304_932.345))
        let json = String(decoding: try TaskListFormat.encoder().encode(item), as: UTF8.self)
        #expect(
            json
                == #"{"Text":"a/b","_id":"1","completed":false,"date":"2016-01-09T02:02:12.345Z","owner":"o"}"#
        )
    }

    @Test func `every millisecond survives being written and read`() throws {
        for milliseconds in 0..<1000 {
            let text = "2026-01-09T12:00:00.\(String(milliseconds + 1000).dropFirst())Z"
            let read = try TaskListFormat.decoder().decode(Date.self, from: Data("\"\(text)\"".utf8))
            let stored = Date(timeIntervalSince1970: Double(1_767_960_000_000 + milliseconds) / 1000)
            #expect(
                String(decoding: try TaskListFormat.encoder().encode(read), as: UTF8.self) == "\"\(text)\"")
            #expect(
                String(decoding: try TaskListFormat.encoder().encode(stored), as: UTF8.self) == "\"\(text)\"")
        }
    }

    @Test(arguments: [
        (-0.001, "1969-12-31T23:59:59.999Z"), (0, "1970-01-01T00:00:00.000Z"),
        (0.9996, "1970-01-01T00:00:01.000Z"),
    ])
    func `a time is written as`(_ seconds: Double, _ text: String) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(String(decoding: try TaskListFormat.encoder().encode(date), as: UTF8.self) == "\"\(text)\"")
    }

    @Test(arguments: ["2016-01-09", "yesterday", "", "2016-01-09T02:02:12.345"])
    func `what is no time is refused`(_ text: String) {
        #expect(throws: DecodingError.self) {
            try TaskListFormat.decoder().decode(Date.self, from: Data("\"\(text)\"".utf8))
        }
    }
}
