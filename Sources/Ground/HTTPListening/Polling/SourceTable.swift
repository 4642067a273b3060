// SPDX-License-Identifier: Apache-2.0

/// The sockets of a poller, by slot.
///
/// A reused slot has another generation, so that an event of a closed socket reaches no other.
struct SourceTable {
    // Slot 0 stays empty: its token is the selector's.
    private var slots: [(generation: UInt32, source: Source?)] = [(0, nil)]
    private var freeSlots: [Int] = []

    var sources: [Source] { slots.compactMap(\.source) }

    subscript(token: Token) -> Source? {
        let slot = slots[token.slot]
        return slot.generation == token.generation ? slot.source : nil
    }

    mutating func insert(_ makeSource: (Token) -> Source) -> (source: Source, token: Token) {
        if freeSlots.isEmpty {
            freeSlots.append(slots.count)
            slots.append((0, nil))
        }
        let slot = freeSlots.removeLast()
        let token = Token(rawValue: UInt64(slots[slot].generation) << 32 | UInt64(slot))
        let source = makeSource(token)
        slots[slot].source = source
        return (source, token)
    }

    mutating func remove(_ token: Token) {
        guard self[token] != nil else { return }
        slots[token.slot] = (token.generation &+ 1, nil)
        freeSlots.append(token.slot)
    }
}
