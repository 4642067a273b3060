// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// The settings files of an app: bundled ones, and imported ones that replace them, one per ``Settings/Form``.
///
/// If an imported file has other APIs or permissions than the bundled file, its accounts are separate: tokens of the
/// app's accounts never go to a URL that only the imported file contains.
public struct SettingsShelf: Sendable {
    private let bundled: [URL]
    private let folder: URL

    /// Creates a shelf; the first import creates the folder.
    public init(bundled: [URL], importingTo folder: URL) {
        self.bundled = bundled
        self.folder = folder
    }

    /// Creates a shelf that stores imported files in the app's support folder.
    public init(bundled: [URL]) {
        let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        self.init(
            bundled: bundled, importingTo: (folders.first ?? .temporaryDirectory).appending(path: "Settings"))
    }

    /// Whether the user imported a file.
    public var hasImports: Bool { !imported.isEmpty }

    /// Returns the settings of all files; throws the ``SettingsError`` of the first invalid file, or if there are no
    /// files.
    public func settings() throws -> [Settings] {
        let own = try bundled.map { try Settings(contentsOf: $0) }
        let replacing = try imported.map { try Settings(contentsOf: $0).keptApart(from: own) }
        let kept = own.filter { settings in !replacing.contains { $0.form == settings.form } }
        guard !(kept + replacing).isEmpty else {
            throw SettingsError(file: "settings.plist", problem: "the app has no settings file; import one")
        }
        return kept + replacing
    }

    /// Imports a file in place of the one with the same format; an invalid one throws a ``SettingsError``, and changes
    /// nothing.
    public func take(_ file: URL) throws {
        let content = try Data(contentsOf: file)
        let settings = try Settings(propertyList: content, file: file.lastPathComponent)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try content.write(to: place(of: settings.form), options: .atomic)
    }

    /// Removes the imported files, which restores the bundled ones.
    public func removeImports() throws {
        for file in imported { try FileManager.default.removeItem(at: file) }
    }

    private var imported: [URL] {
        Settings.Form.allCases.map(place).filter { FileManager.default.fileExists(atPath: $0.path) }
    }

    private func place(of form: Settings.Form) -> URL { folder.appending(path: "\(form.rawValue).plist") }
}
