// SPDX-License-Identifier: Apache-2.0
package import HTTPTransport
public import SignInProvider

/// Runs `body` with a program's accounts, over the system's transport.
///
/// Afterwards, even after an error, it waits for pending refreshes and closes the connections. A program that exits
/// earlier can lose a refresh token that the provider issues only once.
///
/// ```swift
/// try await withAccounts(keptIn: SealedAccountStorage(folder: folder), of: [work]) { accounts in
///     let account = try await SignInFlow(work, keepingIn: accounts).signIn(with: agent)
///     let token = try await accounts.token(for: account, scopes: ["User.Read"])
///     try await upload(with: token)
/// }
/// ```
///
/// - Parameters:
///   - storage: Stores the accounts.
///   - registrations: The app's registrations, for ``AccountStore/token(for:scopes:)``.
///   - deadline: The time limit for each request, up to the last byte of the response.
///   - body: Uses the accounts, but not after it returns.
/// - Returns: The result of `body`.
/// - Throws: The error that `body` throws.
public func withAccounts<Result>(
    keptIn storage: any AccountStorage, of registrations: [ClientRegistration] = [],
    deadline: Duration = .seconds(10), _ body: (AccountStore) async throws -> Result
) async throws -> Result {
    try await withSystemTransport(deadline: deadline) { transport in
        // A refresh takes up to three requests.
        try await withAccounts(
            keptIn: storage, of: registrations, over: transport, settlingWithin: max(.seconds(20), deadline * 4),
            body)
    }
}

package func withAccounts<Result>(
    keptIn storage: any AccountStorage, of registrations: [ClientRegistration] = [], over transport: any Transport,
    time: TimeSource = .system, settlingWithin limit: Duration = .seconds(20),
    _ body: (AccountStore) async throws -> Result
) async throws -> Result {
    let accounts = AccountStore(storage, registrations: registrations, over: transport, time: time)
    do {
        let result = try await body(accounts)
        await accounts.settle(within: limit)
        return result
    } catch {
        // A canceled program waits too: the provider may have responded already.
        await accounts.settle(within: limit)
        throw error
    }
}
