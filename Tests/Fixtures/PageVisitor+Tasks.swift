// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport

extension PageVisitor {
    /// Sends the form of a task list, and returns the next list.
    package mutating func sendTasks(
        _ own: KeyValuePairs<String, String>, on page: TransportResponse? = nil
    ) async throws -> TransportResponse {
        let page = if let page { page } else { try await get("/tasks", .link) }
        let response = try await post("/tasks", try page.fields(of: "/tasks", own))
        return response.status == .seeOther ? try await get(response.location, .link) : response
    }
}

extension TransportResponse {
    package var taskIDs: [String] { text.matches(of: #/id="task-([^"]+)"/#).map { String($0.1) } }
}
