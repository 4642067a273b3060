// SPDX-License-Identifier: Apache-2.0
import TaskService
import Testing

@Suite struct TaskServiceContextTests {
    @Test func `the context of a request is small`() {
        // Larger ones cost microseconds in each request: they are copied from step to step.
        #expect(MemoryLayout<TaskServiceContext>.size <= 104)
    }
}
