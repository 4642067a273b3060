// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import Foundation
import QuickStart
import SwiftUI

private struct TextsKey: EnvironmentKey {
    static let defaultValue = Texts.english
}

extension EnvironmentValues {
    var texts: Texts {
        get { self[TextsKey.self] }
        set { self[TextsKey.self] = newValue }
    }
}

extension Language {
    init(of locale: Locale) { self = Language(tag: locale.identifier(.bcp47)) ?? .english }
}
#endif
