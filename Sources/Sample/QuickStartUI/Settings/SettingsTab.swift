// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import Foundation
import QuickStart
import SwiftUI
import UniformTypeIdentifiers

struct SettingsTab: View {
    let app: AppModel
    @Environment(\.texts) private var texts

    var body: some View {
        NavigationStack {
            Form {
                ForEach(app.registrations) { SettingsSection($0.settings) }
                Section { SettingsFiles(app: app) }
                Section(texts.settings.localTenant) {
                    Text(texts.settings.onSimulator)
                    Text(texts.settings.onDevice)
                }
            }
            .formStyle(.grouped)
            .navigationTitle(texts.settings.title)
        }
    }
}

struct SettingsSection: View {
    // On macOS, SwiftUI has a scene of this name.
    let settings: QuickStart.Settings
    @Environment(\.texts) private var texts

    init(_ settings: QuickStart.Settings) { self.settings = settings }

    var body: some View {
        Section(texts.title(of: settings)) {
            ForEach(SettingsFact.all(of: settings, in: texts), id: \.self) { LabeledContent($0.label, value: $0.value) }
        }
    }
}

struct SettingsFiles: View {
    let app: AppModel
    @State private var isChoosing = false
    @Environment(\.texts) private var texts

    var body: some View {
        Group {
            app.settings.importProblem.map { Text($0.description) }
            Button(texts.settings.importFile) { isChoosing = true }
                .fileImporter(isPresented: $isChoosing, allowedContentTypes: [.propertyList]) { app.take($0) }
            Button(texts.settings.removeImports) { app.removeImports() }.disabled(!app.settings.hasImports)
        }
    }
}

extension AppModel {
    /// A sandboxed app can read the chosen file only between these calls.
    fileprivate func take(_ chosen: Result<URL, any Error>) {
        let isOpen = (try? chosen.get())?.startAccessingSecurityScopedResource() == true
        importSettings(chosen)
        if isOpen { try? chosen.get().stopAccessingSecurityScopedResource() }
    }
}

struct UnusableSettingsView: View {
    let app: AppModel
    let error: SettingsError
    @Environment(\.texts) private var texts

    var body: some View {
        ContentUnavailableView {
            Label(texts.settings.unusable, systemImage: "gear.badge.xmark")
        } description: {
            Text(error.description)
        } actions: {
            SettingsFiles(app: app)
        }
    }
}
#endif
