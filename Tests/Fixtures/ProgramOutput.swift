// SPDX-License-Identifier: Apache-2.0

/// Another process's lines of output, as they arrive.
package final class ProgramOutput: Sendable {
    private struct State {
        var bytes = Data()
        var isOver = false
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    /// Collects the output from a pipe, until the program closes it.
    package init(of pipe: Pipe) {
        let handle = pipe.fileHandleForReading
        DispatchQueue.global().async { [self] in
            while case let bytes = handle.availableData, !bytes.isEmpty { receive(bytes) }
            receive(nil)
        }
    }

    /// `nil` is the end.
    private func receive(_ bytes: Data?) {
        let listeners = state.withLock { state in
            if let bytes { state.bytes += bytes } else { state.isOver = true }
            return state.listeners
        }
        for listener in listeners {
            listener.yield()
            if bytes == nil { listener.finish() }
        }
    }

    package var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Waits for a whole line, with this text if given; `nil` if the output ends or the task is canceled first.
    package func line(with part: String? = nil) async -> String? {
        let (changes, listener) = AsyncStream<Void>.makeStream()
        state.withLock { state in
            if state.isOver { listener.finish() } else { state.listeners.append(listener) }
        }
        var changed = changes.makeAsyncIterator()
        repeat {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { part.map($0.contains) ?? true }) { return String(line) }
        } while await changed.next() != nil
        return nil
    }
}
