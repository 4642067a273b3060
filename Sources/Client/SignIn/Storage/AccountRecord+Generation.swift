// SPDX-License-Identifier: Apache-2.0
extension AccountRecord {
    /// A copy with the next generation, for a storage to keep.
    public func nextGeneration() -> AccountRecord {
        var next = self
        // Another program may have written the highest number; the next one only has to differ.
        next.generation = generation == .max ? 1 : generation + 1
        return next
    }

    /// Compares generations before a storage swaps the record; call it where no other save can come between.
    ///
    /// - Parameter kept: The generation in storage; `nil` for none.
    /// - Throws: ``AccountStorageError`` (`conflict`).
    public func requireGeneration(_ kept: Int?) throws {
        guard kept ?? 0 != generation else { return }
        throw AccountStorageError(
            .conflict, "somebody else has \(kept == nil ? "removed" : "saved") the account meanwhile; read it again")
    }
}
