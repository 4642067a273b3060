// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProgramLifecycle
import Testing

@Suite(.timeLimit(.minutes(1))) struct SignalsTests {
    @Test func `a watched signal is delivered, and does not end the program`() async {
        let signals = Signals([SIGUSR1, SIGUSR2])
        kill(getpid(), SIGUSR2)
        #expect(await signals.all.first { _ in true } == SIGUSR2)
    }
}
