// SPDX-License-Identifier: Apache-2.0
import TaskServiceCommand
import Testing

@Suite struct PlaceholderTests {
    @Test func `placeholder`() {}
}
