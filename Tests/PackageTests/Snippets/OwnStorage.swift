// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// The part of a storage of one's own that matters most.
actor OwnStorage {
    private var kept: [Account.ID: AccountRecord] = [:]

    // snippet: compare and swap
    func save(_ record: AccountRecord) throws -> (record: AccountRecord, stamp: AccountStamp) {
        try record.requireGeneration(kept[record.id]?.generation)
        let next = record.nextGeneration()
        kept[record.id] = next
        return (next, AccountStamp(Int64(next.generation)))
    }
    // snippet: end
}
