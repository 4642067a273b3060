// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth
import Provider
import Synchronization

/// The callers of tokens whose signature was verified, so that each token is verified once.
///
/// A caller is returned again while the token lives and its provider's keys stay the same. Only the hash of a token is
/// kept; a refused token is not kept at all.
final class VerifiedTokens: Sendable {
    /// A caller, with the reasons to trust the token again.
    struct Entry: Sendable {
        let caller: Caller
        let keys: RemoteKeySet
        /// The edition of the keys before the signature was verified; `nil` if they were not fresh.
        let edition: Int?
        let times: TimeRules

        fileprivate func isGood(at now: Date) -> Bool {
            edition == keys.freshEdition && (try? times.check(caller.claims, now: now)) != nil
        }
    }

    /// A token that is being judged, with the requests that wait for the result; they go on with `nil` if the request
    /// that judges it was cancelled.
    private typealias Waiting = [CheckedContinuation<Result<Caller, any Error>?, Never>]

    private struct State {
        /// The entries of the last time, and those before; a look-up moves an entry to the front.
        var recent: [SHA256.Digest: Entry] = [:]
        var older: [SHA256.Digest: Entry] = [:]
        var judging: [SHA256.Digest: Waiting] = [:]
    }

    private enum Step {
        case good(Caller)
        case wait
        case judge
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let time: TimeSource

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - capacity: The largest number of entries, in two halves; with Entra's tokens, each takes about 4 KiB.
    ///   - time: The clocks.
    init(capacity: Int = 8192, time: TimeSource) {
        (self.capacity, self.time) = (capacity, time)
    }

    /// The caller of a token, judged unless it is known; requests with the same token at the same time share one
    /// judgement.
    ///
    /// - Throws: The errors of `judge`.
    func caller(of token: Redacted<String>, judging judge: () async throws -> Entry) async throws -> Caller {
        let name = Self.name(of: token)
        while true {
            switch step(name) {
            case .good(let caller): return caller
            case .wait:
                if let result = await result(name) { return try result.get() }
            case .judge:
                do {
                    let entry = try await judge()
                    end(name, with: .success(entry.caller), keeping: entry.edition == nil ? nil : entry)
                    return entry.caller
                } catch {
                    end(name, with: error is CancellationError ? nil : .failure(error), keeping: nil)
                    throw error
                }
            }
        }
    }

    /// How many tokens are kept.
    var count: Int { state.withLock { $0.recent.count + $0.older.count } }

    private static func name(of token: Redacted<String>) -> SHA256.Digest {
        var text = token.revealed
        return text.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
    }

    private func step(_ name: SHA256.Digest) -> Step {
        let entry = state.withLock { state in state.recent[name] ?? state.older[name] }
        if let entry, entry.isGood(at: time.date()) {
            promote(name)
            return .good(entry.caller)
        }
        return state.withLock { state in
            (state.recent[name], state.older[name]) = (nil, nil)
            guard state.judging[name] == nil else { return .wait }
            state.judging[name] = []
            return .judge
        }
    }

    /// An entry in use does not go with the older ones.
    private func promote(_ name: SHA256.Digest) {
        state.withLock { state in
            guard let entry = state.older.removeValue(forKey: name) else { return }
            insert(entry, name, &state)
        }
    }

    private func result(_ name: SHA256.Digest) async -> Result<Caller, any Error>? {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.judging[name] != nil else { return true }
                state.judging[name]?.append(continuation)
                return false
            }
            if isOver { continuation.resume(returning: nil) }
        }
    }

    private func end(_ name: SHA256.Digest, with result: Result<Caller, any Error>?, keeping entry: Entry?) {
        let waiting = state.withLock { state in
            if let entry { insert(entry, name, &state) }
            return state.judging.removeValue(forKey: name) ?? []
        }
        for continuation in waiting { continuation.resume(returning: result) }
    }

    private func insert(_ entry: Entry, _ name: SHA256.Digest, _ state: inout State) {
        if state.recent.count >= capacity / 2 { (state.older, state.recent) = (state.recent, [:]) }
        state.recent[name] = entry
    }
}
