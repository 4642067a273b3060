// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Observation

/// The settings page, for a user interface.
@MainActor @Observable package final class SettingsModel {
    /// The settings in use.
    package private(set) var settings: [Settings] = []
    /// The problem of the files in use; `nil` if all can be used.
    package private(set) var problem: SettingsError?
    /// The problem of the last import, which changed nothing.
    package private(set) var importProblem: SettingsError?
    /// Whether a person imported a file.
    package private(set) var hasImports = false
    @ObservationIgnored private let shelf: SettingsShelf

    /// Creates a page before its files are read.
    package init(_ shelf: SettingsShelf) { self.shelf = shelf }

    /// Reads the files.
    package func load() {
        hasImports = shelf.hasImports
        do { (settings, problem) = (try shelf.settings(), nil) } catch {
            (settings, problem) = ([], SettingsError(error, of: "settings.plist"))
        }
    }

    /// Imports a file in place of the one of the same form.
    ///
    /// - Parameter chosen: The file that the person chose, or the reason why there is none.
    package func take(_ chosen: Result<URL, any Error>) {
        let name = (try? chosen.get().lastPathComponent) ?? "settings.plist"
        importProblem = nil
        do { try shelf.take(try chosen.get()) } catch { importProblem = SettingsError(error, of: name) }
    }

    /// Goes back to the files of the app.
    package func removeImports() {
        importProblem = nil
        do { try shelf.removeImports() } catch { importProblem = SettingsError(error, of: "settings.plist") }
    }
}

extension SettingsError {
    /// The problem of a file as a person reads it.
    fileprivate init(_ error: any Error, of file: String) {
        self = error as? SettingsError ?? SettingsError(file: file, problem: error.localizedDescription)
    }
}
