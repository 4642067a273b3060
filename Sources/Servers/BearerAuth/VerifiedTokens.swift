// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SignInProvider
import Synchronization
import SystemCryptography

/// The callers of verified tokens, so that each token is verified once while it and its provider's keys are valid.
///
/// It stores only hashes of tokens. A refused token is cached only after an introspection, for seconds.
final class VerifiedTokens: Sendable {
    /// The inputs of a judgment that can change: a provider's keys, and the issuer in its metadata.
    struct Grounds: Sendable, Equatable {
        /// For introspected tokens, which no key can change.
        static let answer = Grounds()

        private let keys: RemoteKeySet?
        private let edition: Int
        private let issuer: String

        /// The current grounds; `nil` while the keys are missing or not fresh.
        init?(_ keys: RemoteKeySet, issuer: String) {
            guard let edition = keys.freshEdition else { return nil }
            (self.keys, self.edition, self.issuer) = (keys, edition, issuer)
        }

        private init() { (keys, edition, issuer) = (nil, 0, "") }

        static func == (one: Grounds, other: Grounds) -> Bool {
            one.keys === other.keys && one.edition == other.edition && one.issuer == other.issuer
        }
    }

    /// A caller, with the conditions for reusing the judgment; a class, because each request copies a reference to one.
    final class Entry: Sendable {
        let caller: Caller
        fileprivate let lifetime: Range<Date>?
        fileprivate let grounds: Grounds?
        fileprivate let current: @Sendable () -> Grounds?

        /// `end` is before the expiration; `current` is `nil` if the provider's data must be fetched first.
        init(
            _ caller: Caller, times: TimeRules, until end: Date? = nil, grounds: Grounds?,
            current: @escaping @Sendable () -> Grounds?
        ) {
            let lifetime = times.lifetime(of: caller.claims)
            self.caller = caller
            self.lifetime = end.flatMap { end in lifetime.map { $0.clamped(to: Date.distantPast..<end) } } ?? lifetime
            (self.grounds, self.current) = (grounds, current)
        }
    }

    enum Verdict: Sendable {
        case accepted(Entry)
        case refused(Refusal, until: Date)
    }

    /// The requests that wait for another one's judgment, by number; `nil` makes them start over.
    private typealias Waiting = [Int: CheckedContinuation<Result<Caller, any Error>?, Never>]

    private struct State {
        /// When `recent` is full, it becomes `older`, whose entries are dropped; a look-up moves an entry back.
        var recent: [SHA256.Digest: Entry] = [:]
        var older: [SHA256.Digest: Entry] = [:]
        var judging: [SHA256.Digest: Waiting] = [:]
        /// Separate, so that a flood of unknown tokens evicts no valid one.
        var refused: [SHA256.Digest: (refusal: Refusal, time: Range<Date>)] = [:]
        var lastNumber = 0
    }

    private enum Step {
        case good(Caller)
        case refused(Refusal)
        case wait(number: Int)
        case judge
    }

    private let state = Mutex(State())
    let capacity: Int
    private let time: TimeSource

    /// The capacity is in entries, in two halves; with Entra's tokens, each takes about 4 KiB.
    init(capacity: Int = 8192, time: TimeSource) { (self.capacity, self.time) = (capacity, time) }

    /// The caller of a token; concurrent requests with the same token share one judgment.
    func caller(of token: Redacted<String>, judging judge: () async throws -> Verdict) async throws -> Caller {
        let name = Self.name(of: token)
        while true {
            switch step(name) {
            case .good(let caller): return caller
            case .refused(let refusal): throw refusal
            case .wait(let number):
                if let result = await result(name, number) { return try result.get() }
                try Task.checkCancellation()
            case .judge:
                do {
                    switch try await judge() {
                    case .accepted(let entry):
                        end(name, with: .success(entry.caller), keeping: entry)
                        return entry.caller
                    case .refused(let refusal, let time):
                        keep(refusal, of: name, until: time)
                        throw refusal
                    }
                } catch {
                    end(name, with: error is CancellationError ? nil : .failure(error))
                    throw error
                }
            }
        }
    }

    var count: Int { state.withLock { $0.recent.count + $0.older.count } }

    var waitingCount: Int { state.withLock { $0.judging.values.reduce(0) { $0 + $1.count } } }

    private static func name(of token: Redacted<String>) -> SHA256.Digest {
        var text = token.revealed
        return text.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
    }

    /// Uses a single lock: between two, a judgment could end, and its entry would be lost.
    private func step(_ name: SHA256.Digest) -> Step {
        let now = time.date()
        return state.withLock { state in
            let recent = state.recent[name]
            if let entry = recent ?? state.older[name] {
                let current = entry.current()
                let isAlive = entry.lifetime?.contains(now) == true
                if isAlive, let current, current == entry.grounds {
                    if recent == nil {
                        state.older[name] = nil
                        insert(entry, name, &state)
                    }
                    return .good(entry.caller)
                }
                // Keys that are not fresh now may turn out to be unchanged.
                if !isAlive || current != nil { (state.recent[name], state.older[name]) = (nil, nil) }
            }
            if let refused = state.refused[name] {
                if refused.time.contains(now) { return .refused(refused.refusal) }
                state.refused[name] = nil
            }
            guard state.judging[name] != nil else {
                state.judging[name] = [:]
                return .judge
            }
            state.lastNumber += 1
            return .wait(number: state.lastNumber)
        }
    }

    /// Waits for another request's judgment; `nil` if that request or this one was canceled.
    private func result(_ name: SHA256.Digest, _ number: Int) async -> Result<Caller, any Error>? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.judging[name] != nil, !Task.isCancelled else { return true }
                    state.judging[name]?[number] = continuation
                    return false
                }
                if isOver { continuation.resume(returning: nil) }
            }
        } onCancel: {
            state.withLock { $0.judging[name]?.removeValue(forKey: number) }?.resume(returning: nil)
        }
    }

    private func end(
        _ name: SHA256.Digest, with result: Result<Caller, any Error>?, keeping entry: Entry? = nil
    ) {
        let waiting = state.withLock { state in
            if let entry, entry.grounds != nil { insert(entry, name, &state) }
            return state.judging.removeValue(forKey: name) ?? [:]
        }
        for continuation in waiting.values { continuation.resume(returning: result) }
    }

    private func keep(_ refusal: Refusal, of name: SHA256.Digest, until end: Date) {
        let now = time.date()
        state.withLock { state in
            // A dropped refusal only costs another introspection.
            if state.refused.count >= capacity / 8 { state.refused = [:] }
            state.refused[name] = (refusal, now..<max(now, end))
        }
    }

    private func insert(_ entry: Entry, _ name: SHA256.Digest, _ state: inout State) {
        if state.recent.count >= capacity / 2 {
            (state.older, state.recent) = (state.recent, Dictionary(minimumCapacity: capacity / 2))
        }
        state.recent[name] = entry
    }
}
