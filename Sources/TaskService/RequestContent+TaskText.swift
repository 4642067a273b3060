// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import OAuth
import TaskList

extension RequestContent {
    /// The text of a new task as it was sent, in JSON or in either kind of form; `nil` if there is none.
    ///
    /// Microsoft's sample API takes it from the query too. This one does not: addresses end in logs, and what people
    /// have to do is nobody else's business.
    ///
    /// - Throws: `RequestRefusal` (`contentTypeUnsupported`, `contentMalformed`).
    func taskText() throws -> String? {
        switch type?.value {
        case "application/json":
            do {
                return try JSONDecoder().decode(Submission.self, from: bytes).text
            } catch {
                throw RequestRefusal(.contentMalformed, #"the content is not JSON like {"Text": "Buy milk"}"#)
            }
        case "application/x-www-form-urlencoded", "multipart/form-data":
            do {
                return try form().once(TaskListFormat.textField)
            } catch let refusal as Refusal {
                throw RequestRefusal(.contentMalformed, refusal.message)
            }
        case nil where bytes.isEmpty:
            return nil
        default:
            throw RequestRefusal(
                .contentTypeUnsupported,
                "send the task as application/json, application/x-www-form-urlencoded or multipart/form-data")
        }
    }
}

/// A new task in JSON.
///
/// Nothing but the text is read: the owner is who calls.
private struct Submission: Decodable {
    let text: String?

    enum CodingKeys: String, CodingKey {
        case text = "Text"
    }
}
