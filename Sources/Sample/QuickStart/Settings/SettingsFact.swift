// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Provider

/// A line of the settings page.
package struct SettingsFact: Sendable, Hashable {
    /// The name of the setting.
    package let label: String
    /// The value; never a secret.
    package let value: String

    /// The settings of one registration.
    package static func all(of settings: Settings, in texts: Texts) -> [SettingsFact] {
        let words = texts.settings
        let unknown = settings.unknownKeys.joined(separator: ", ")
        let all: [(String, String?)] = [
            (words.provider, settings.registration.issuer.absoluteString),
            (words.clientID, settings.registration.clientID),
            (words.redirectURI, settings.registration.redirectURI.description),
            (words.directory, settings.graph?.absoluteString),
            (words.taskList, settings.tasks?.endpoint.absoluteString),
            ("settings.plist", unknown.isEmpty ? nil : words.unknownKeys(unknown)),
        ]
        return all.compactMap { label, value in value.map { SettingsFact(label: label, value: $0) } }
    }
}
