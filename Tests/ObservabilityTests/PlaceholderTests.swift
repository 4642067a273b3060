// SPDX-License-Identifier: Apache-2.0
import Observability
import Testing

@Suite struct ObservabilityPlaceholderTests {
    @Test func `placeholder`() { #expect(TraceContext() == TraceContext()) }
}
