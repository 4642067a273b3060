// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import LocalTenant
import QuickStart
import SampleServers
import SignIn
import SignInTesting
import SwiftUI
import Testing

/// The stories of the five documents, with the real models and the tenant in process.
@Suite @MainActor struct StoriesTests {
    @Test func `an employee signs in, finds a colleague, and opens the manager`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.shown("Label", "Sign in to search")
            try await stage.act("Button", "Sign in")
            try await stage.shown("Label", "Search people")
            try await stage.type("con", into: "Search people", "SearchField")
            try await stage.act("SearchField", "Search people", "submit")
            try await stage.act("HStack", "Conor O'Brien, Regional Sales Manager · Sales", "select")
            let manager = try await stage.shown("Section", "Manager, Lakshmi Venkataraman, Director of Sales · Sales")
            #expect(await manager.all("NavigationLink")[0].act())
            try await stage.shown("Text", "Lakshmi Venkataraman")
            #expect(await stage.tree().all("NavigationStack")[0].act("back"))
            try await stage.shown("Text", "Conor O'Brien")
        }
    }

    @Test func `a customer keeps tasks: adds, marks, edits, removes and brings back`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.signInCustomers()
            try await stage.act("Tab", "Tasks")
            try await stage.act("Button", "Sign in")
            try await stage.shown("Header", "No tasks yet")
            try await stage.type("Water the plants", into: "New task")
            try await stage.act("TextField", "New task", "submit")
            try await stage.shown("Header", "1 task to do")
            try await stage.act("Button", "Water the plants")
            try await stage.shown("Header", "Nothing to do")
            try await stage.act("Button", "Edit “Water the plants”")
            try await stage.type("Water the roses", into: "Text of the task")
            try await stage.act("Button", "Save")
            let row = try await stage.shown("Button", "Water the roses")
            #expect(row.traits.contains("isToggle") && row.hint == "Mark “Water the roses” as not done")
            #expect(row.value?.hasPrefix("Done, Added ") == true)
            #expect(stage.tree().all("Sheet").isEmpty)
            try await stage.act("Button", "Remove “Water the roses”")
            try await stage.shown("Header", "No tasks yet")
            try await stage.act("Button", "Undo")
            try await stage.shown("Button", "Water the roses")
            try await stage.act("Text", "To do")
            try await stage.shown("Header", "All tasks are done.")
        }
    }

    @Test func `accounts of both registrations: add, switch, sign out`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.act("Tab", "Accounts")
            try await stage.act("Button", "Add an account")
            try await stage.shown("NavigationLink", "Ana Silva, ana.silva@aldervale.example")
            try await stage.signInCustomers()
            let add = stage.tree().all("Button").filter { $0.spoken == "Add an account" }
            #expect(await add[1].act())
            try await stage.act("NavigationLink", "Ines Kallio, ines.kallio@mailbox.example")
            try await stage.act("Button", "Sign out")
            try await stage.shown("Dialog", "Ines Kallio")
            try await stage.act("Button", "Sign out here and at the provider")
            try await stage.shown("Text", "No one is signed in.")
            try await stage.shown("NavigationLink", "Ana Silva, ana.silva@aldervale.example")
        }
    }

    @Test func `a customer changes the profile, and the account has the new name`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant, as: "ines.kallio@mailbox.example")
            try await stage.act("Tab", "Accounts")
            try await stage.shown("Header", "Customer accounts")
            #expect(await stage.tree().all("Button").filter { $0.spoken == "Add an account" }[1].act())
            try await stage.act("NavigationLink", "Ines Kallio, ines.kallio@mailbox.example")
            try await stage.shown("Button", "Set a new password")
            try await tenant.administration.send(
                "PATCH", "directories/\(SampleApp.customersDomain)/customers/ines.kallio@mailbox.example",
                Data(#"{"displayName": "Ines Virtanen"}"#.utf8))
            try await stage.act("Button", "Edit profile")
            try await stage.shown("Title", "Ines Virtanen")
            #expect(await stage.tree().all("NavigationStack")[0].act("back"))
            try await stage.shown("NavigationLink", "Ines Virtanen, ines.kallio@mailbox.example")
        }
    }

    @Test func `of two accounts, pages use the one that was chosen or signed in last`() async throws {
        try await withTenant { tenant in
            let storage = MemoryAccountStorage()
            let first = try AppStage(at: tenant, keepingIn: storage)
            try await first.act("Button", "Sign in")
            try await first.shown("Label", "Search people")
            tenant.clock.advance(by: .seconds(1))
            let (ana, conor) = (
                "Ana Silva, ana.silva@aldervale.example", "Conor O'Brien, conor.obrien@aldervale.example"
            )
            let stage = try AppStage(at: tenant, as: "conor.obrien@aldervale.example", keepingIn: storage)
            try await stage.act("Tab", "Accounts")
            try await stage.act("Button", "Add an account")
            try await stage.shown("NavigationLink", conor)
            #expect(stage.selected == [conor])
            try await stage.act("NavigationLink", ana)
            try await stage.act("Button", "Use")
            #expect(await stage.tree().all("NavigationStack")[0].act("back"))
            #expect(stage.selected == [ana])
            try await stage.act("NavigationLink", conor)
            try await stage.act("Button", "Sign in")
            try await until { stage.app.people?.accounts.state.current?.identity.name == "Conor O'Brien" }
            #expect(await stage.tree().all("NavigationStack")[0].act("back"))
            #expect(stage.selected == [conor])
        }
    }

    @Test func `a person whose page fails is loaded again after a tap`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.act("Button", "Sign in")
            try await stage.type("con", into: "Search people", "SearchField")
            let row = try await stage.shown("HStack", "Conor O'Brien, Regional Sales Manager · Sales")
            stage.faults.setDown(["/v1.0/users"])
            #expect(await row.act("select"))
            try await stage.shown("Text", "Check the connection and try again.")
            stage.faults.clear()
            try await stage.act("Button", "Try again")
            try await stage.shown("Title", "Conor O'Brien")
        }
    }

    @Test func `the page that was open comes back after the app has ended`() async throws {
        try await withTenant { tenant in
            let (scene, storage) = (StandInScene(), MemoryAccountStorage())
            let first = try AppStage(at: tenant, scene: scene, keepingIn: storage)
            try await first.signInAndOpenConor()
            try await first.shown("Text", "Conor O'Brien")
            first.screen.close()
            let second = try AppStage(at: tenant, scene: scene, keepingIn: storage)
            try await second.shown("Header", "1 person found")
            try await second.shown("Title", "Conor O'Brien")
            #expect(second.tree().find("SearchField", "Search people")?.value == "con")
        }
    }

    @Test func `a page that comes back into view keeps its content, and asks no server`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.signInAndOpenConor()
            for part in ["3 direct reports", "Manager"] { try await stage.shown("Header", part) }
            try await stage.shown("Image", "a picture")
            stage.faults.clear()
            try await stage.act("Tab", "Settings")
            try await stage.act("Tab", "People")
            _ = stage.tree()
            // By then, the page's tasks have run, which waited for the main actor before this test.
            for _ in 0..<20 { await Task.yield() }
            let page = stage.tree()
            #expect(page.find("Header", "1 person found") != nil && page.find("Header", "3 direct reports") != nil)
            #expect(stage.faults.asked == [])
        }
    }

    @Test func `a failed search is explained, and works again after a tap`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.act("Button", "Sign in")
            stage.faults.setDown(["/v1.0/users"])
            try await stage.type("con", into: "Search people", "SearchField")
            try await stage.shown("Text", "Check the connection and try again.")
            stage.faults.clear()
            try await stage.act("Button", "Try again")
            try await stage.shown("Header", "1 person found")
        }
    }

    @Test func `a refused change of a task is undone with a reason, and can be repeated`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.act("Tab", "Tasks")
            try await stage.act("Text", "Work accounts")
            try await stage.act("Button", "Sign in")
            try await stage.shown("Header", "No tasks yet")
            stage.faults.setDown(["/api/tasks"])
            try await stage.type("Send the minutes", into: "New task")
            try await stage.act("Button", "Add")
            try await stage.shown("Text", "Check the connection and try again.")
            #expect(stage.tree().find("TextField", "New task")?.value == "Send the minutes")
            stage.faults.clear()
            try await stage.act("Button", "Try again")
            try await stage.shown("Header", "1 task to do")
            #expect(stage.tree().find("Text", "Check the connection and try again.") == nil)
        }
    }

    @Test func `a list of tasks is never another account's`() async throws {
        try await withTenant { tenant in
            let storage = MemoryAccountStorage()
            let first = try AppStage(at: tenant, as: "conor.obrien@aldervale.example", keepingIn: storage)
            try await first.act("Button", "Sign in")
            try await first.shown("Label", "Search people")
            tenant.clock.advance(by: .seconds(1))
            let stage = try AppStage(at: tenant, keepingIn: storage)
            try await stage.act("Tab", "Tasks")
            try await stage.act("Text", "Work accounts")
            try await stage.shown("Header", "No tasks yet")
            try await stage.act("Tab", "Accounts")
            try await stage.act("Button", "Add an account")
            try await stage.shown("NavigationLink", "Ana Silva, ana.silva@aldervale.example")
            try await stage.act("Tab", "Tasks")
            try await stage.type("Buy milk", into: "New task")
            try await stage.act("Button", "Add")
            try await stage.act("Button", "Remove “Buy milk”")
            try await stage.shown("Button", "Undo")
            stage.faults.setDown(["/api/tasks"])
            try await stage.act("Tab", "Accounts")
            try await stage.act("NavigationLink", "Conor O'Brien, conor.obrien@aldervale.example")
            try await stage.act("Button", "Use")
            try await stage.act("Tab", "Tasks")
            try await stage.shown("Text", "Check the connection and try again.")
            #expect(stage.tree().find("Button", "Undo") == nil)
        }
    }

    @Test func `an imported file gets no token of the accounts of the app's own file`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.act("Button", "Sign in")
            try await stage.shown("Label", "Search people")
            let file = URL.temporaryDirectory.appending(path: "\(UUID()).plist")
            let own = try QuickStart.Settings(contentsOf: AppStage.files[0])
            try SettingsFile(
                authority: "\(tenant.address)/common", clientID: SampleApp.quickStartID,
                redirectURI: own.registration.redirectURI.description, scopes: own.registration.scopes.description,
                graphAPI: "https://evil.example/", taskAPI: "https://evil.example", taskScopes: "User.Read"
            ).propertyList().write(to: file)
            try await stage.act("Tab", "Settings")
            try await stage.act("Button", "Import a settings file")
            try await stage.type(file.path, into: "com.apple.property-list", "FileImporter")
            try await stage.shown("Text", "https://evil.example/v1.0")
            stage.faults.clear()
            for (tab, prompt) in [("People", "Sign in to search"), ("Tasks", "Sign in to see your tasks")] {
                try await stage.act("Tab", tab)
                try await stage.shown("Label", prompt)
            }
            #expect(stage.faults.asked == [])
        }
    }

    @Test func `the account that was chosen is used after the app has ended`() async throws {
        try await withTenant { tenant in
            let (scene, storage) = (StandInScene(), MemoryAccountStorage())
            let conor = "conor.obrien@aldervale.example"
            let first = try AppStage(at: tenant, as: conor, scene: scene, keepingIn: storage)
            try await first.act("Button", "Sign in")
            try await first.shown("Label", "Search people")
            first.screen.close()
            tenant.clock.advance(by: .seconds(1))
            let second = try AppStage(at: tenant, scene: scene, keepingIn: storage)
            try await second.act("Tab", "Accounts")
            try await second.act("Button", "Add an account")
            try await second.act("NavigationLink", "Conor O'Brien, \(conor)")
            try await second.act("Button", "Use")
            _ = second.tree()
            second.screen.close()
            let third = try AppStage(at: tenant, scene: scene, keepingIn: storage)
            try await third.shown("NavigationLink", "Conor O'Brien, \(conor)")
            #expect(third.selected == ["Conor O'Brien, \(conor)"])
        }
    }

    @Test func `another person finds no search and no page of the one before`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.signInAndOpenConor()
            try await stage.shown("Title", "Conor O'Brien")
            #expect(stage.tree().all("Detail")[0].traits == ["isInFront"])
            try await stage.act("Tab", "Accounts")
            try await stage.act("NavigationLink", "Ana Silva, ana.silva@aldervale.example")
            try await stage.act("Button", "Sign out")
            try await stage.act("Button", "Sign out here and at the provider")
            try await stage.act("Tab", "People")
            try await until { stage.tree().find("SearchField", "Search people")?.value == "" }
            #expect(stage.tree().find("Title", "Conor O'Brien") == nil && stage.tree().all("Detail")[0].traits == [])
        }
    }

    @Test func `on a narrow screen, Back on a person's page shows the list`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.signInAndOpenConor()
            try await stage.shown("Title", "Conor O'Brien")
            #expect(await stage.tree().all("Detail")[0].act("back"))
            #expect(stage.app.navigation.person == nil)
            try await stage.shown("Header", "1 person found")
        }
    }

    @Test func `a settings file takes the place of that of the app, and a bad one changes nothing`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.act("Tab", "Settings")
            try await stage.act("Button", "Import a settings file")
            let bad = URL.temporaryDirectory.appending(path: "\(UUID()).plist")
            try Data("<plist><dict><key>authority</key><string>x</string></dict></plist>".utf8).write(to: bad)
            try await stage.type(bad.path, into: "com.apple.property-list", "FileImporter")
            #expect(stage.app.generation == 1, "the pages stay as they are")
            #expect(stage.tree().texts.contains { $0.contains("clientId: is missing") }, "\(stage.tree().outline)")
            let good = URL.temporaryDirectory.appending(path: "\(UUID()).plist")
            try SettingsFile(
                authority: "\(tenant.address)/organizations", clientID: "my-own-client",
                redirectURI: "com.example.mine://auth", scopes: "openid User.Read", graphAPI: "\(tenant.address)/"
            ).propertyList().write(to: good)
            try await stage.act("Button", "Import a settings file")
            try await stage.type(good.path, into: "com.apple.property-list", "FileImporter")
            try await stage.shown("Text", "my-own-client")
            try await stage.shown("Text", "com.example.tasklist://auth")
            try await stage.act("Button", "Use this app’s settings")
            try await stage.shown("Text", SampleApp.quickStartID)
            #expect(stage.tree().find("Text", "my-own-client") == nil)
        }
    }

    @Test func `an app whose settings cannot be used says so, and takes another file`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant, files: [])
            try await stage.shown("Label", "These settings cannot be used")
            try await stage.act("Button", "Import a settings file")
            try await stage.type(AppStage.files[0].path, into: "com.apple.property-list", "FileImporter")
            try await stage.shown("Label", "Sign in to search")
        }
    }

    @Test(arguments: Language.allCases) func `the app speaks the language of the system`(
        _ language: Language
    ) async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            stage.screen.environment.locale = Locale(identifier: "\(language.rawValue)_CH")
            try await stage.act("Tab", language.texts.settings.title)
            try await stage.shown("Title", language.texts.settings.title)
        }
    }

    @Test func `a sign-in that the provider refuses is explained, and can begin again`() async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant, as: "none@aldervale.example")
            try await stage.act("Button", "Sign in")
            try await stage.shown("Image", "exclamationmark.triangle")
            try await stage.act("Button", "Cancel")
            try await stage.shown("Label", "Sign in to search")
        }
    }
}
