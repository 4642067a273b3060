// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// The settings files of an app: those that it brings, and those that a person imported in their place.
///
/// There is one file of each ``Settings/Form``. An imported file is kept in a folder of the app's own. If it names
/// other APIs or permissions than the app's own file, its accounts are kept apart: tokens of the app's accounts never
/// go to an address that only the imported file names.
public struct SettingsShelf: Sendable {
    private let bundled: [URL]
    private let folder: URL

    /// Creates a shelf.
    ///
    /// - Parameters:
    ///   - bundled: The files that the app brings.
    ///   - folder: The folder of the imported files; the first import creates it.
    public init(bundled: [URL], importingTo folder: URL) {
        self.bundled = bundled
        self.folder = folder
    }

    /// Creates a shelf that keeps imported files in the app's support folder.
    public init(bundled: [URL]) {
        let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        self.init(
            bundled: bundled, importingTo: (folders.first ?? .temporaryDirectory).appending(path: "Settings"))
    }

    /// Whether a person imported a file.
    public var hasImports: Bool { imported.contains { FileManager.default.fileExists(atPath: $0.path) } }

    /// The settings of all files.
    ///
    /// - Throws: ``SettingsError`` with the problems of the first file that cannot be used, or without any file.
    public func settings() throws -> [Settings] {
        let own = try bundled.map { try Settings(contentsOf: $0) }
        let replacing = try imported.filter { FileManager.default.fileExists(atPath: $0.path) }
            .map { try Settings(contentsOf: $0).keptApart(from: own) }
        let kept = own.filter { settings in !replacing.contains { $0.form == settings.form } }
        guard !(kept + replacing).isEmpty else {
            throw SettingsError(file: "settings.plist", problem: "the app has no settings file; import one")
        }
        return kept + replacing
    }

    /// Keeps a file in place of the one of the same form.
    ///
    /// - Throws: ``SettingsError`` if the file cannot be used; nothing is changed then. Errors of the file system.
    public func take(_ file: URL) throws {
        let content = try Data(contentsOf: file)
        let settings = try Settings(propertyList: content, file: file.lastPathComponent)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try content.write(to: place(of: settings.form), options: .atomic)
    }

    /// Removes the imported files, so that the app uses its own again.
    ///
    /// - Throws: Errors of the file system.
    public func removeImports() throws {
        for file in imported where FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.removeItem(at: file)
        }
    }

    private var imported: [URL] { Settings.Form.allCases.map(place) }

    private func place(of form: Settings.Form) -> URL { folder.appending(path: "\(form.rawValue).plist") }
}
