// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The page of the app that is shown; a scene keeps it after the app has ended.
public struct Navigation: Sendable, Hashable, Codable {
    /// The parts of the app.
    public enum Tab: String, Sendable, Hashable, CaseIterable, Codable {
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
    public var tab = Tab.people
    /// The person whose page is open, by id.
    public var person: String? {
        didSet { if person != oldValue { chain = [] } }
    }
    /// The persons whose pages were opened from that page, by id.
    public var chain: [String] = []
    /// The chosen task list, by the name of its registration.
    public var taskList: String?
    /// The tasks that are shown.
    public var filter = TaskListState.Filter.all
    /// The text of people search.
    var search = ""
    /// The accounts that pages use, by the names of their registrations.
    var accounts: [String: String] = [:]

    /// Creates the state at the start page.
    public init() {}

    /// Reads a kept text; `nil` if it is damaged or empty.
    public init?(text: String) {
        guard let kept = try? JSONDecoder().decode(Navigation.self, from: Data(text.utf8)) else { return nil }
        self = kept
    }

    /// The text to keep.
    public var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
