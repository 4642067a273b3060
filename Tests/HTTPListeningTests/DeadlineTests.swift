// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import HTTPListening

@Suite struct DeadlineTests {
    @Test(
        arguments: [
            (Duration.seconds(2), 5, 2_000_000_005), (.nanoseconds(1), 5, 6), (.zero, 5, 5), (.seconds(-1), 5, 5),
            (.milliseconds(1500), 0, 1_500_000_000), (.seconds(1), .max - 1_000_000_000, .max),
            (.seconds(1), .max - 5, .max),
            (.seconds(Int64.max), 5, .max), (.seconds(18_446_744_073), 1_000_000_000, .max),
        ] as [(Duration, UInt64, UInt64)])
    func `a deadline is after its span, and never wraps around`(_ span: Duration, from now: UInt64, is end: UInt64) {
        #expect(Deadline.after(span, from: now).nanoseconds == end)
    }

    @Test func `the heap gives the deadlines in their order, and none before its time`() {
        var heap = DeadlineHeap()
        var generator = SystemRandomNumberGenerator()
        let times = (0..<500).map { _ in UInt64.random(in: 1...100, using: &generator) }
        for (index, time) in times.enumerated() {
            let isFirst = heap.insert(Deadline(nanoseconds: time), Token(rawValue: UInt64(index)))
            #expect(isFirst == times[..<index].allSatisfy { time < $0 })
        }
        var popped: [UInt64] = []
        for now in UInt64(0)...100 {
            while let entry = heap.popFirst(until: Deadline(nanoseconds: now)) {
                #expect(entry.deadline.nanoseconds == now && times[Int(entry.token.rawValue)] == now)
                popped.append(entry.deadline.nanoseconds)
            }
        }
        #expect(popped == times.sorted() && heap.first == nil)
    }
}
