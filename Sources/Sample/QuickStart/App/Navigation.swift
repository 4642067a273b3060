// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The page of the app that is shown; a scene keeps it after the app has ended.
package struct Navigation: Sendable, Hashable, Codable {
    /// The parts of the app.
    package enum Tab: String, Sendable, Hashable, CaseIterable, Codable {
        /// People search.
        case people
        /// The task list.
        case tasks
        /// The accounts.
        case accounts
        /// The settings.
        case settings
    }

    /// The part that is shown.
    package var tab = Tab.people
    /// The person whose page is open, by id.
    package var person: String? {
        didSet { if person != oldValue { chain = [] } }
    }
    /// The persons whose pages were opened from that page, by id.
    package var chain: [String] = []
    /// The chosen task list, by the name of its registration.
    package var taskList: String?
    /// The tasks that are shown.
    package var filter = TaskListState.Filter.all
    /// The text of people search.
    var search = ""
    /// The accounts that pages use, by the names of their registrations.
    var accounts: [String: String] = [:]

    /// Creates the first page.
    package init() {}

    /// Reads a kept text; `nil` if it is damaged or empty.
    package init?(text: String) {
        guard let kept = try? JSONDecoder().decode(Navigation.self, from: Data(text.utf8)) else { return nil }
        self = kept
    }

    /// The text to keep.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
