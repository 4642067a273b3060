// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SwiftUI

struct AppPagesPreviews: PreviewProvider {
    static var previews: some View {
        AppPages(state: .starting, app: PreviewContent.app).previewDisplayName("starting")
        AppPages(
            state: .unusable(SettingsError(file: "settings.plist", problem: "it is missing")), app: PreviewContent.app
        )
        .previewDisplayName("unusable")
        AppPages(state: .ready, app: PreviewContent.app).previewDisplayName("ready")
    }
}

struct SettingsTabPreviews: PreviewProvider {
    static var previews: some View {
        SettingsTab(app: PreviewContent.app).previewDisplayName("no registration")
        PreviewContent.registration.map { SettingsSection($0.settings) }.previewDisplayName("a registration")
    }
}
#endif
