// SPDX-License-Identifier: Apache-2.0
import ClientCommands
import Hosts
import LocalTenant
package import PortableFoundation
import PrivateFiles
import QuickStart
import SignIn

package struct DemoSettings: Sendable {
    let work: URL
    package let customer: URL
    private let tenant: String
    private let tasks: String
    private let web: String
    private let earlier: URL?

    init(tenant: String, tasks: String, web: String, folder: URL) {
        self.tenant = tenant
        self.tasks = tasks
        self.web = web
        work = Self.work(in: folder)
        customer = DemoNote.customerSettings(beside: work)
        earlier = try? DemoNote.read()
    }

    /// Refuses a folder with settings that no demo wrote: a developer's own files have the same names.
    static func checkPlaces(in folder: URL) throws {
        let work = work(in: folder)
        for file in [work, DemoNote.customerSettings(beside: work)] + Self.web(beside: work)
        where FileManager.default.fileExists(atPath: file.path) {
            guard (try? Settings(contentsOf: file))?.areOfDemo == true else {
                throw CommandError(
                    "\(file.path) was not written by a demo, and would be overwritten",
                    hint: "move it, or use another folder: --data FOLDER", .cannotWrite)
            }
        }
    }

    static func web(beside work: URL) -> [URL] {
        ["settings-web.plist", "settings-web-b2c.plist"].map {
            work.deletingLastPathComponent().appending(path: $0)
        }
    }

    private static func work(in folder: URL) -> URL { folder.appending(path: "settings.plist") }

    /// Writes all files, and a note of their place for `--settings demo` and `--settings demo-b2c`.
    func write() throws {
        try PrivateFile.replace(work, with: workFile.propertyList())
        try PrivateFile.replace(customer, with: customerFile.propertyList())
        for (file, content) in zip(Self.web(beside: work), [webFile, webCustomerFile]) {
            try PrivateFile.replace(file, with: content.propertyList())
        }
        try DemoNote.write(work)
    }

    /// Removes the note if it is ours, or restores that of an earlier demo that still runs.
    func forget() {
        guard let noted = try? DemoNote.read(), noted.path == work.path else { return }
        if let earlier, DataFolderLock.isTaken(earlier.deletingLastPathComponent()) {
            try? DemoNote.write(earlier)
        } else {
            DemoNote.remove()
        }
    }

    private var workFile: SettingsFile { workFile(of: SampleApp.quickStartID, redirectURI: "http://localhost") }

    private var webFile: SettingsFile {
        workFile(
            of: SampleApp.quickStartWebID, redirectURI: "\(web)\(SampleApp.quickStartWebPath)",
            secret: SampleApp.quickStartWebSecret)
    }

    private func workFile(of clientID: String, redirectURI: String, secret: String = "") -> SettingsFile {
        SettingsFile(
            authority: "\(tenant)/common", clientID: clientID, redirectURI: redirectURI,
            scopes: "openid profile offline_access User.Read.All", graphAPI: "\(tenant)/", taskAPI: tasks,
            taskScopes: "\(SampleApp.tasksURI)/\(SampleApp.tasksScope)", secret: secret)
    }

    private var webCustomerFile: SettingsFile {
        SettingsFile(
            accountIdentifier: "B2C_Account", clientID: SampleApp.customerWebID,
            directory: "\(tenant)/\(SampleApp.customersDomain)", policy: SampleApp.signUpOrSignInFlow,
            resetPolicy: SampleApp.passwordResetFlow, editPolicy: SampleApp.profileEditFlow,
            redirectURI: "\(web)\(SampleApp.customerWebPath)", taskAPI: tasks,
            taskScopes: "\(SampleApp.customerTasksURI)/\(SampleApp.tasksScope)", secret: SampleApp.customerWebSecret)
    }

    private var customerFile: SettingsFile {
        SettingsFile(
            accountIdentifier: "B2C_Account", clientID: SampleApp.customerTasksID,
            directory: "\(tenant)/\(SampleApp.customersDomain)", policy: SampleApp.signUpOrSignInFlow,
            resetPolicy: SampleApp.passwordResetFlow, redirectURI: "http://localhost",
            keychain: "com.microsoft.azureactivedirectory.samples.graph.QuickStart", taskAPI: tasks)
    }
}

extension Settings {
    fileprivate var areOfDemo: Bool {
        [
            SampleApp.quickStartID, SampleApp.customerTasksID, SampleApp.quickStartWebID, SampleApp.customerWebID,
        ].contains(registration.clientID)
            && (try? URLHost(of: registration.issuer))?.isLoopback == true
    }
}

enum DefaultPorts {
    static let tenant = 4400
    static let web = 4500
    /// The task API, as in Microsoft's samples.
    static let tasks = 3000
}
