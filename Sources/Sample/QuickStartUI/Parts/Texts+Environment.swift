// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import Foundation
import QuickStart
import SwiftUI

private struct TextsKey: EnvironmentKey {
    static let defaultValue = Texts.english
}

extension EnvironmentValues {
    /// The texts in the language of the app.
    var texts: Texts {
        get { self[TextsKey.self] }
        set { self[TextsKey.self] = newValue }
    }
}

extension Language {
    /// The language of the system's choice for the app; English if it is none of ours.
    init(of locale: Locale) { self = Language(tag: locale.identifier(.bcp47)) ?? .english }
}
#endif
