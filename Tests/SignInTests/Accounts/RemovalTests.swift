// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

@testable import SignIn

@Suite struct RemovalTests {
    @Test func `an account locked by another program is removed and not saved again`() async throws {
        try await withFolder { folder in
            let key = SealingKey(random: .system)
            let other = SealedAccountStorage(folder: folder, key: key)
            let signedIn = try await SignedIn(other)
            let id = signedIn.account.id
            let hurried = SealedAccountStorage(folder: folder, keySource: key, patience: LockPatience(limit: .zero))
            try await other.withExclusiveAccess(to: id) {
                // As if a program had been stopped while it fetched a token.
                let read = try #require(try await other.record(id))
                try await signedIn.store(in: hurried).remove(id)
                #expect(try await other.record(id) == nil)
                await expect(AccountStorageError.self, .conflict) {
                    try await other.save(read.refreshed("fetched meanwhile"))
                }
            }
            #expect(try await other.records().isEmpty)
            #expect(try await signedIn.store(in: other).accounts().isEmpty)
        }
    }

    @Test func `canceling a removal does not keep the account signed in`() async throws {
        let storage = HookedStorage()
        let signedIn = try await SignedIn(storage)
        let store = signedIn.store
        let (removing, remove) = AsyncStream<Void>.makeStream()
        let (allowed, allow) = AsyncStream<Void>.makeStream()
        storage.before { call, _ in
            guard call == .remove else { return }
            remove.finish()
            for await _ in allowed {}
            // As a storage that stops when its task is canceled.
            try Task.checkCancellation()
        }
        let leaving = Task { try await store.remove(signedIn.account.id) }
        for await _ in removing {}
        leaving.cancel()
        allow.finish()
        _ = try? await leaving.value
        #expect(try await signedIn.record() == nil)
    }

    @Test func `an account that is removed while it is read is not handed out`() async throws {
        let storage = HookedStorage(holdingLocks: false)
        let signedIn = try await SignedIn(storage)
        let (store, id) = (signedIn.store, signedIn.account.id)
        storage.after { call, _ in
            guard call == .record else { return }
            storage.after(nil)
            try await store.remove(id)
        }
        await expect(Refusal.self, .signInRequired) {
            let registration = signedIn.tenant.registration
            return try await store.refresh(
                TokenQuery(
                    account: id, registration: registration, owner: registration.id, scopes: signedIn.scopes,
                    rejected: nil))
        }
        #expect(try await signedIn.record() == nil)
        #expect(signedIn.transport.sent.isEmpty)
    }

    @Test func `a storage that cannot be written keeps the account`() async throws {
        try await withFolder { folder in
            let key = SealingKey(random: .system)
            let storage = SealedAccountStorage(folder: folder, keySource: key, patience: LockPatience(limit: .zero))
            let signedIn = try await SignedIn(storage)
            let name = AccountSeal(key).name(of: signedIn.account.id)
            let saving = try await FileLock.acquire(
                folder.appending(path: name.savingLock), patience: LockPatience(limit: .zero))
            await expect(AccountStorageError.self, .busy) {
                try await signedIn.store(in: storage).remove(signedIn.account.id)
            }
            saving.release()
            #expect(try await signedIn.record() != nil)
        }
    }
}
