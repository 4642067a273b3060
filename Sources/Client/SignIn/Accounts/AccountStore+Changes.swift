// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
public import PortableFoundation
package import SignInProvider

extension AccountStore {
    /// Removes an account and its tokens from this machine, without a request to the provider.
    ///
    /// - Throws: `AccountStorageError`.
    public func remove(_ id: Account.ID) async throws { try await forget(id) }

    @discardableResult
    func forget(_ id: Account.ID) async throws -> AccountRecord? {
        // In its own task, so that a canceled caller does not stop the removal.
        do {
            return try await storage.withExclusiveAccess(to: id) {
                try await Task { try await self.forgetKept(id) }.value
            }
        } catch let error where error is CancellationError || AccountStorageError.Code.busy ~= error {
            // A hanging program must not prevent the removal. If it saves its old copy later, the storage rejects that
            // as a conflict.
            return try await Task { try await forgetKept(id) }.value
        }
    }

    private func forgetKept(_ id: Account.ID) async throws -> AccountRecord? {
        // Unreadable records can be removed too.
        let record = try? await storage.record(id)
        bookkeeping.saving.insert(id)
        defer { bookkeeping.saving.remove(id) }
        try await storage.remove(id)
        let unsaved = bookkeeping.unsaved.removeValue(forKey: id)
        bookkeeping.memory.forget(id)
        bookkeeping.removals += 1
        listeners.send(.removed(id))
        guard let (response, request) = unsaved else { return record }
        guard let record, record != request else { return response }
        return record.merging(response, to: request) ?? record
    }

    /// Stores up to 64 KiB of app data with an account, such as a user preference; `nil` removes it.
    ///
    /// It is stored with the tokens, so keep it small. A new sign-in by the same user leaves it unchanged.
    ///
    /// - Throws: ``Refusal`` (`signInRequired` if the account is gone, `userDataTooLarge`); `AccountStorageError`.
    @discardableResult
    public func setUserData(_ userData: Data?, for id: Account.ID) async throws -> Account {
        guard userData.map(\.count) ?? 0 <= Self.mostUserData else {
            throw Refusal(
                .userDataTooLarge,
                "an account stores at most \(Self.mostUserData) bytes of app data; store the rest "
                    + "elsewhere, under the account's id")
        }
        return try await changing(id, hasTokens: false) { record in
            guard var record else { throw Self.signInRequired }
            record.userData = userData
            return record
        }
    }

    private static let mostUserData = 64 * 1024

    /// Stores claims about the account's user from a source other than the sign-in, such as another user flow.
    ///
    /// The caller has checked that `identity` is the same user.
    @discardableResult
    package func update(_ id: Account.ID, by identity: Identity) async throws -> Account {
        try await changing(id, hasTokens: false) { record in
            guard var record else { throw Self.signInRequired }
            record.claims = record.identity.updated(by: identity).claims.values
            return record
        }
    }

    /// A user has one account per registration, which a new sign-in updates; its other tokens stay if it is
    /// `continuing`, because the user only consented to more.
    func keep(
        _ identity: Identity, _ tokens: TokenResponse, for registration: ClientRegistration, scopes: ScopeSet,
        boundTo dpopKey: DPoPKey?, nonce: Redacted<String>?, continuing isContinuing: Bool
    ) async throws -> Account {
        let now = time.date()
        var fresh = AccountRecord(identity, registration: registration, signedInAt: now)
        (fresh.dpopKey, fresh.nonce) = (dpopKey, nonce ?? Redacted(""))
        var traits = registration.tokenTraits
        traits.isBound = dpopKey != nil
        return try await changing(fresh.id) { [fresh, traits] earlier in
            var record = fresh
            if let earlier {
                (record.userData, record.generation) = (earlier.userData, earlier.generation)
                // Some providers issue a refresh token only at the first consent. Without an ID token, another user may
                // have signed in.
                if !identity.isUnnamed || isContinuing {
                    record.idToken = earlier.idToken
                    if record.mayUseRefreshToken(of: earlier, registration) {
                        record.refreshToken = earlier.refreshToken
                        if tokens.refreshToken == nil { record.nonce = earlier.nonce }
                    }
                }
                if isContinuing {
                    record.grantedScopes = earlier.grantedScopes
                    // A token for a subset of these scopes lacks the new consent, and one of another key its proofs.
                    let hasSameKey = earlier.dpopKey == dpopKey
                    record.tokens = earlier.tokens.filter { !$0.isWithin(scopes) && (hasSameKey || !$0.traits.isBound) }
                    // Tokens with other details allow something else.
                    if tokens.authorizationDetails != nil { record.tokens = [] }
                }
            }
            let granted = tokens.granted(asking: scopes, of: registration)
            record.grantedScopes = (record.grantedScopes ?? []).union(
                tokens.consented(asking: scopes, of: registration))
            record.take(tokens, for: granted, as: traits, now: now)
            return record
        }
    }

    /// Changes an account, and sends the event.
    ///
    /// If another program saves the account in between, the change is applied to the new record. A change without
    /// tokens can be canceled while it waits for another program.
    private func changing(
        _ id: Account.ID, hasTokens: Bool = true,
        _ change: @escaping @Sendable (AccountRecord?) throws -> AccountRecord
    ) async throws -> Account {
        let work = { @Sendable [self] in
            try await storage.withExclusiveAccess(to: id) { try await self.changeKept(id, change) }
        }
        // In its own task: a canceled caller must not lose tokens that the provider issues only once.
        do {
            return hasTokens ? try await Task { try await work() }.value : try await work()
        } catch let error as AccountStorageError where error.code == .unwritable {
            bookkeeping.preparedAt = nil
            throw error
        }
    }

    private func changeKept(
        _ id: Account.ID, _ change: @Sendable (AccountRecord?) throws -> AccountRecord
    ) async throws -> Account {
        try await saveUnsavedResponse(of: id)
        for _ in 0..<Self.attempts {
            let earlier = try await storage.readableRecord(id)
            do {
                let account = try await save(try change(earlier))
                listeners.send(earlier == nil ? .added(account) : .changed(account))
                return account
            } catch AccountStorageError.Code.conflict {
                continue
            }
        }
        throw Self.contended
    }
}

extension AccountRecord {
    /// Whether an earlier refresh token is still usable: a public client's is bound to its key.
    fileprivate func mayUseRefreshToken(of earlier: AccountRecord, _ registration: ClientRegistration) -> Bool {
        registration.authentication.isConfidential || earlier.dpopKey == nil || earlier.dpopKey == dpopKey
    }
}

extension AccountStorage {
    /// `nil` also for a damaged account, which a sign-in replaces.
    fileprivate func readableRecord(_ id: Account.ID) async throws -> AccountRecord? {
        do {
            return try await record(id)
        } catch AccountStorageError.Code.damaged {
            return nil
        }
    }
}
