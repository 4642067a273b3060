// SPDX-License-Identifier: Apache-2.0
import Fixtures
import TaskListClient
import TaskService

/// The byte-by-byte writer and the encoder give the same list.
@Suite struct TaskListWriterTests {
    private func written(_ tasks: [TaskItem], of owner: String) -> Data {
        var writer = TaskListWriter(owner: owner)
        for task in tasks {
            var (id, text) = (task.id, task.text)
            id.withUTF8 { id in
                text.withUTF8 { text in
                    writer.append(
                        id: UnsafeRawBufferPointer(id), text: UnsafeRawBufferPointer(text), completed: task.completed,
                        milliseconds: task.date.millisecondsSince1970, place: 0)
                }
            }
        }
        return Data(writer.page().json)
    }

    private func expectSame(_ tasks: [TaskItem], of owner: String) throws {
        let (ours, encoded) = (written(tasks, of: owner), try TaskListFormat.encoder().encode(tasks))
        #expect(ours == encoded, "\(String(decoding: ours, as: UTF8.self)) \(String(decoding: encoded, as: UTF8.self))")
    }

    @Test func `each kind of text is the encoder's`() throws {
        let numbers = Array(0..<0x300) + Array(0x2020...0x2030) + stride(from: 0x300, to: 0x110000, by: 4099)
        let texts: [String] = numbers.compactMap { Unicode.Scalar(UInt32($0)).map { "a\($0)b" } }
        let more: [String] = [
            "", "\"", "\\", "\"\\\"", "</script>", "e\u{301}", "👩‍👩‍👧", "\u{2028}", "\r\n", "\u{7f}", "שלום", "\u{0}",
        ]
        for text in texts + more {
            let task = TaskItem(id: "1", owner: "o", text: text, date: Date(millisecondsSince1970: 0))
            try expectSame([task], of: "o")
        }
    }

    @Test func `each kind of date is the encoder's`() throws {
        let day: Int64 = 86_400_000
        var dates = (0..<3000).map { $0 * day * 979 + $0 * 12_345_677 }.filter { $0 < 253_402_300_800_000 }
        // Leap days, the ends of years, of the calendar, and of the writer's own range of years.
        for year in [1970, 1972, 1999, 2000, 2001, 2096, 2100, 2104, 2399, 2400, 9999] {
            for (month, number) in [(1, 1), (2, 28), (3, 1), (12, 31)] {
                let parts = DateComponents(
                    calendar: Calendar(identifier: .iso8601), timeZone: .gmt, year: year, month: month, day: number)
                let start = try #require(parts.date).millisecondsSince1970
                dates += [start - 1, start, start + day - 1, start + day]
            }
        }
        dates += [-1, -day, 0, 1, 999, 253_402_300_799_999, 253_402_300_800_000]
        for date in dates {
            let task = TaskItem(id: "1", owner: "o", text: "t", date: Date(millisecondsSince1970: date))
            try expectSame([task], of: "o")
        }
    }

    @Test func `lists of any length are the encoder's`() throws {
        for count in [0, 1, 2, 500] {
            let tasks = (0..<count).map { number in
                TaskItem(
                    id: UUID().uuidString, owner: "a \"b\" ü", text: "task \(number)", completed: number % 3 == 0,
                    date: Date(millisecondsSince1970: 1_767_960_000_345))
            }
            try expectSame(tasks, of: "a \"b\" ü")
        }
    }
}
