// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The place that an unfinished export has reached; the file beside the output holds it.
struct ExportState: Codable, Hashable, Sendable {
    /// The choices that must be the same for an export to go on.
    struct Choices: Codable, Hashable, Sendable {
        let format: ExportFormat
        /// The account's id, and the address of Graph: other people must not be mixed in.
        let account: String
        let graph: String
        /// The folder of the photos.
        let photos: String?
    }

    let choices: Choices
    /// The people in the file.
    var people = 0
    /// The bytes of the file that hold these people.
    var bytes: Int64 = 0
    /// The address of the next page.
    var next: String?
    /// How many people there are; `nil` if Graph does not say.
    var total: Int?
}
