// SPDX-License-Identifier: Apache-2.0

/// The deadlines of all sockets, the earliest first: a binary heap.
///
/// Entries are lazy, so most waits cost no heap operation. A socket remembers the time of its one valid entry, which
/// is no later than the deadlines of its waiters. Only a wait with an earlier deadline inserts a new entry, which makes
/// the previous one stale. The end of a wait removes nothing. When the time of an entry comes, the socket compares it
/// with the remembered one: a stale entry is dropped, and after the valid one an entry for the next deadline is
/// inserted.
struct DeadlineHeap {
    private var entries: [(deadline: Deadline, token: Token)] = []

    var first: Deadline? { entries.first?.deadline }

    mutating func insert(_ deadline: Deadline, _ token: Token) -> Bool {
        var index = entries.count
        entries.append((deadline, token))
        while index > 0 {
            let parent = (index - 1) / 2
            guard deadline < entries[parent].deadline else { break }
            entries.swapAt(index, parent)
            index = parent
        }
        return index == 0
    }

    mutating func popFirst(until now: Deadline) -> (deadline: Deadline, token: Token)? {
        guard let first = entries.first, first.deadline <= now else { return nil }
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < entries.count && entries[child].deadline < entries[least].deadline {
                least = child
            }
            guard least != index else { return first }
            entries.swapAt(index, least)
            index = least
        }
    }
}
