// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The current page of the app, which a scene stores.
public struct Navigation: Sendable, Hashable, Codable {
    /// The tabs of the app.
    public enum Tab: String, Sendable, Hashable, CaseIterable, Codable {
        case people
        case tasks
        case accounts
        case settings
    }

    /// The current tab.
    public var tab = Tab.people
    /// The ID of the person whose page is open.
    public var person: String? {
        didSet { if person != oldValue { chain = [] } }
    }
    /// The IDs of the people whose pages were opened from there.
    public var chain: [String] = []
    /// The registration name of the chosen task list.
    public var taskList: String?
    /// The filter of the task list.
    public var filter = TaskListState.Filter.all
    var search = ""
    /// The accounts in use, by registration name.
    var accounts: [String: String] = [:]

    /// Creates the navigation of the start page.
    public init() {}

    /// Decodes stored text; `nil` if it is invalid or empty.
    public init?(text: String) {
        guard let kept = try? JSONDecoder().decode(Navigation.self, from: Data(text.utf8)) else { return nil }
        self = kept
    }

    /// The text to store.
    public var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
