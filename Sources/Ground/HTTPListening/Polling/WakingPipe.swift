// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets

final class WakingPipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init?() {
        var ends: [Int32] = [-1, -1]
        guard ct_pipe(&ends) >= 0 else { return nil }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        ct_close(readEnd)
        ct_close(writeEnd)
    }

    func fill() { ct_pipe_fill(writeEnd) }

    func empty() { ct_pipe_empty(readEnd) }
}
