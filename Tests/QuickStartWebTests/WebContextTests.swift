// SPDX-License-Identifier: Apache-2.0
import QuickStartWeb
import Testing

@Suite struct WebContextTests {
    @Test func `the context of a request is small`() {
        // Larger ones cost microseconds in each request: they are copied from step to step.
        #expect(MemoryLayout<WebContext>.size <= 104)
    }
}
