// SPDX-License-Identifier: Apache-2.0
/// Where accounts and their tokens live.
public protocol AccountStorage: Sendable {
    /// Makes ready to keep accounts. A person is asked to sign in only after this, so that nobody does it in vain.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`) if saving would fail.
    func prepare() async throws

    /// Every account that can be read, in no order.
    ///
    /// - Throws: ``AccountStorageError``.
    func records() async throws -> [AccountRecord]

    /// What is kept but is no account any more, an error for each; it is left as it is.
    ///
    /// - Throws: ``AccountStorageError``.
    func damages() async throws -> [AccountStorageError]

    /// One account, or `nil` if there is none of that name.
    ///
    /// - Throws: ``AccountStorageError`` (`damaged`, `unreadable`).
    func record(_ id: Account.ID) async throws -> AccountRecord?

    /// Keeps an account. When it returns, the account survives a crash of the program and of the machine.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`); what was kept before is unharmed.
    func save(_ record: AccountRecord) async throws

    /// Forgets an account and its tokens; one that is not there is forgotten already.
    ///
    /// - Throws: ``AccountStorageError`` (`unwritable`).
    func remove(_ id: Account.ID) async throws

    /// Runs `body` while no other program that shares this storage runs one for the same account.
    ///
    /// - Throws: ``AccountStorageError``; what `body` throws.
    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result
}
