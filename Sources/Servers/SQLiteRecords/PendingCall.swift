// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

protocol PendingCall: Sendable {
    var isAlone: Bool { get }

    /// Begins the call, which ignores cancellation from then on; `false` if it was canceled before.
    func begin() -> Bool

    func run(in database: Database) throws

    func fail(_ error: any Error)

    func finish(throwing error: (any Error)?)
}

final class PendingClosure<Value: Sendable>: PendingCall {
    private typealias Caller = CheckedContinuation<Value, any Error>

    private enum Stage {
        case new
        case waiting(Caller)
        case running(Caller, Result<Value, any Error>)
        case finished
    }

    let isAlone: Bool
    private let body: @Sendable (Database) throws -> Value
    private let stage = Mutex(Stage.new)

    private init(_ body: @escaping @Sendable (Database) throws -> Value, isAlone: Bool) {
        self.body = body
        self.isAlone = isAlone
    }

    static func value(
        of body: @escaping @Sendable (Database) throws -> Value, isAlone: Bool = false, in queue: CallQueue
    ) async throws -> Value {
        let call = PendingClosure(body, isAlone: isAlone)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                if call.wait(caller) { queue.add(call) }
            }
        } onCancel: {
            call.cancel()
        }
    }

    private func wait(_ caller: Caller) -> Bool {
        let isNew = stage.withLock { stage in
            guard case .new = stage else { return false }
            stage = .waiting(caller)
            return true
        }
        if !isNew { caller.resume(throwing: CancellationError()) }
        return isNew
    }

    private func cancel() {
        let caller: Caller? = stage.withLock { stage in
            switch stage {
            case .new:
                stage = .finished
                return nil
            case .waiting(let caller):
                stage = .finished
                return caller
            case .running, .finished: return nil
            }
        }
        caller?.resume(throwing: CancellationError())
    }

    func begin() -> Bool {
        stage.withLock { stage in
            guard case .waiting(let caller) = stage else { return false }
            stage = .running(caller, .failure(DatabaseError(resultCode: .abort, message: "the call did not run")))
            return true
        }
    }

    func run(in database: Database) throws { keep(.success(try body(database))) }

    func fail(_ error: any Error) { keep(.failure(error)) }

    private func keep(_ result: Result<Value, any Error>) {
        stage.withLock { stage in
            if case .running(let caller, _) = stage { stage = .running(caller, result) }
        }
    }

    func finish(throwing error: (any Error)?) {
        let outcome: (caller: Caller, result: Result<Value, any Error>)? = stage.withLock { stage in
            guard case .running(let caller, let result) = stage else { return nil }
            stage = .finished
            return (caller, result)
        }
        guard let (caller, result) = outcome else { return }
        caller.resume(with: error.map(Result.failure) ?? result)
    }
}
