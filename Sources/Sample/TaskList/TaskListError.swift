// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// An error response of the task API.
package struct TaskListError: Error, Sendable, Hashable {
    /// The HTTP status.
    package var status: Int
    /// The API's code, such as `TaskNotFound`; `unreadable` if the response is not from the API.
    package var code: String
    /// The API's message.
    package var message: String

    /// Creates an error.
    package init(status: Int, code: String, message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// Reads an error response.
    package init(status: Int, body: Data) {
        let wire = try? JSONDecoder().decode(Wire.self, from: body)
        self.init(
            status: status, code: wire?.code ?? "unreadable",
            message: wire?.message ?? "the answer is not one of the task API; check its address")
    }

    private struct Wire: Decodable {
        let code: String
        let message: String
    }
}

extension TaskListError: CustomStringConvertible {
    /// Status, code and message.
    package var description: String { "\(status) \(code): \(message)" }
}
