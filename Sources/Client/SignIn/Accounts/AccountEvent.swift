// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import Synchronization

/// A change to an account, or a failure to refresh its tokens.
///
/// ```swift
/// for await event in accounts.events() {
///     switch event {
///     case .added(let account): await show("Hello, \(account.identity.name ?? "you")!")
///     case .needsSignIn: await show("Please sign in again.", offering: .signInAgain)
///     default: break
///     }
/// }
/// ```
public enum AccountEvent: Sendable {
    /// A user signed in, and the storage had no account for them at that registration.
    case added(Account)
    /// The user signed in again, consented to more permissions, or edited the profile; the app changed its own data; or
    /// another program saved the account.
    case changed(Account)
    /// The provider issued a new access token for these permissions.
    case refreshed(Account, ScopeSet)
    /// The provider ended the sign-in, or issued no refresh token: the user must sign in before the next API call.
    case needsSignIn(Account)
    /// This program, or another that shares the accounts, removed the account.
    case removed(Account.ID)
    /// The client could not get a new access token; the account is unchanged.
    case failed(Account.ID, any Error)
}

final class AccountEvents: Sendable {
    private struct Listeners {
        var next = 0
        var continuations: [Int: AsyncStream<AccountEvent>.Continuation] = [:]
    }

    private let listeners = Mutex(Listeners())

    /// A slow listener loses the oldest events.
    func stream() -> AsyncStream<AccountEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: AccountEvent.self, bufferingPolicy: .bufferingNewest(256))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.continuations[listeners.next] = continuation
            return listeners.next
        }
        continuation.onTermination = { [weak self] _ in
            // Removed outside the lock: the end of the continuation may call back.
            _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    func send(_ event: AccountEvent) {
        for continuation in listeners.withLock({ Array($0.continuations.values) }) { continuation.yield(event) }
    }

    deinit {
        for continuation in listeners.withLock({ Array($0.continuations.values) }) { continuation.finish() }
    }
}
