// SPDX-License-Identifier: Apache-2.0
public import Observation
public import PortableFoundation

/// The settings page, for a user interface.
@MainActor @Observable public final class SettingsModel {
    /// The settings in use.
    public private(set) var settings: [Settings] = []
    /// The problem of the files in use, if any.
    public private(set) var problem: SettingsError?
    /// The problem of the last import, which changed nothing.
    public private(set) var importProblem: SettingsError?
    /// Whether the user imported a file.
    public private(set) var hasImports = false
    @ObservationIgnored private let shelf: SettingsShelf

    /// Creates the model over the settings of this device.
    public init(_ shelf: SettingsShelf) { self.shelf = shelf }

    /// Reads the files.
    public func load() {
        hasImports = shelf.hasImports
        do { (settings, problem) = (try shelf.settings(), nil) } catch {
            (settings, problem) = ([], SettingsError(error, of: "settings.plist"))
        }
    }

    /// Imports a file in place of the one with the same format; `chosen` is the user's choice, or the error.
    public func take(_ chosen: Result<URL, any Error>) {
        let name = (try? chosen.get().lastPathComponent) ?? "settings.plist"
        importProblem = nil
        do { try shelf.take(try chosen.get()) } catch { importProblem = SettingsError(error, of: name) }
    }

    /// Restores the app's own files.
    public func removeImports() {
        importProblem = nil
        do { try shelf.removeImports() } catch { importProblem = SettingsError(error, of: "settings.plist") }
    }
}

extension SettingsError {
    fileprivate init(_ error: any Error, of file: String) {
        #if canImport(Darwin)
        let problem = error.localizedDescription
        #else
        let problem = "\(type(of: error))"
        #endif
        self = error as? SettingsError ?? SettingsError(file: file, problem: problem)
    }
}
