// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import Testing

@Suite struct LimitsTests {
    /// The documented limits; the tests of each limit have smaller ones.
    @Test func `the limits are those that clients may rely on`() {
        let limits = Limits()
        #expect(limits.head == 65_536 && limits.target == 16_384 && limits.fields == 200 && limits.trailers == 8192)
        #expect(limits.unread == 65_536 && limits.connections == 16_000 && limits.backlog == 1024)
        #expect(limits.idle == .seconds(30) && limits.content == .seconds(60))
        #expect(limits.write == .seconds(60) && limits.linger == .seconds(2))
    }
}
