// SPDX-License-Identifier: Apache-2.0
extension AccountRecord {
    /// The record as a storage keeps it when it saves this one.
    public func nextGeneration() -> AccountRecord {
        var next = self
        // A number that somebody else wrote may be the last there is; what counts is that the next is another.
        next.generation = generation == .max ? 1 : generation + 1
        return next
    }

    /// Compares before a storage swaps; call it where nobody else can save in between.
    ///
    /// - Parameter kept: The generation that is kept; `nil` for none.
    /// - Throws: ``AccountStorageError`` (`conflict`).
    public func requireGeneration(_ kept: Int?) throws {
        guard kept ?? 0 != generation else { return }
        throw AccountStorageError(
            .conflict, "somebody else has \(kept == nil ? "removed" : "saved") the account meanwhile; read it again")
    }
}
