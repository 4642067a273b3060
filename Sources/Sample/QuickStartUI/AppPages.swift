// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SwiftUI

struct AppPages: View {
    let state: AppModel.State
    let app: AppModel
    @Environment(\.texts) private var texts

    var body: some View {
        switch state {
        case .starting: ProgressView(texts.common.loading)
        case .unusable(let error): UnusableSettingsView(app: app, error: error)
        case .ready: AppTabs(app: app).id(app.generation)
        }
    }
}

struct AppTabs: View {
    @Bindable var app: AppModel
    @Environment(\.scenePhase) private var scenePhase
    @Environment(\.texts) private var texts

    var body: some View {
        TabView(selection: $app.navigation.tab) {
            Tab(texts.title(of: .people), systemImage: "person.2", value: .people) { PeopleTab(app: app) }
            Tab(texts.title(of: .tasks), systemImage: "checklist", value: .tasks) { TasksTab(app: app) }
            Tab(texts.title(of: .accounts), systemImage: "person.crop.circle", value: .accounts) {
                AccountsTab(app: app)
            }
            Tab(texts.title(of: .settings), systemImage: "gear", value: .settings) { SettingsTab(app: app) }
        }
        // Another app of the group may have signed a user in.
        .task(id: scenePhase) { await app.follow() }
    }
}
#endif
