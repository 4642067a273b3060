// SPDX-License-Identifier: Apache-2.0

/// Answers in the test's order, and ignores cancellation, as a late response does.
actor Script<Question: Sendable & Hashable, Answer: Sendable> {
    private(set) var questions: [Question] = []
    private var finished: [(question: Question, wasCancelled: Bool)] = []
    private var open: [(question: Question, continuation: CheckedContinuation<Answer, any Error>)] = []
    private var watchers: [CheckedContinuation<Void, Never>] = []

    func ask(_ question: Question) async throws -> Answer {
        questions.append(question)
        defer {
            finished.append((question, Task.isCancelled))
            wakeWatchers()
        }
        return try await withCheckedThrowingContinuation { continuation in
            open.append((question, continuation))
            wakeWatchers()
        }
    }

    /// Waits for the question's end, and returns whether its caller was canceled.
    func wasCancelled(_ question: Question) async -> Bool {
        while true {
            if let over = finished.first(where: { $0.question == question }) { return over.wasCancelled }
            await withCheckedContinuation { watchers.append($0) }
        }
    }

    func asked(_ question: Question) async {
        while !open.contains(where: { $0.question == question }) {
            await withCheckedContinuation { watchers.append($0) }
        }
    }

    /// Answers a question, or the next one like it; of two, the older.
    func answer(_ question: Question, _ answer: Answer) async { await take(question)?.resume(returning: answer) }

    func fail(_ question: Question, _ error: any Error) async { await take(question)?.resume(throwing: error) }

    private func take(_ question: Question) async -> CheckedContinuation<Answer, any Error>? {
        await asked(question)
        guard let index = open.firstIndex(where: { $0.question == question }) else { return nil }
        return open.remove(at: index).continuation
    }

    private func wakeWatchers() {
        for watcher in watchers { watcher.resume() }
        watchers = []
    }
}
