// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The story of the QuickStart sample, over sockets and with its settings file.
@Suite struct WorkStoryTests {
    private struct Named: Decodable { let displayName: String? }
    private struct Account: Decodable { let username: String? }

    private static let ana = RunningDemo.Visitor(username: "ana.silva@aldervale.example")
    private static let scopes = "openid profile offline_access User.Read.All"

    @Test func `the permission of one tutorial finds people`() async throws {
        try await RunningDemo.run { demo in
            let file = try demo.settings(
                "basic.plist", from: demo.report.settings.quickstart,
                replacing: [Self.scopes: "offline_access User.ReadBasic.All"])
            let signedIn = try await demo.signIn(Self.ana, settings: file)
            try #require(signedIn.status == 0, "\(signedIn.error)")
            let found: [Named] = try await demo.command.run("people", "find", "Conor", "--json", "--settings", file)
                .json()
            #expect(found.map(\.displayName) == ["Conor O'Brien"])

            let shown = try await demo.command.run("people", "show", "Conor", "--settings", file)
            #expect(shown.status == 0)
            #expect(shown.output.contains("conor.obrien@aldervale.example"))
            #expect(shown.error.contains("the manager cannot be shown"), "parts fail alone")
        }
    }

    @Test func `a permission to read oneself finds no people, until the person consents to more`() async throws {
        try await RunningDemo.run { demo in
            let file = try demo.settings(
                "own.plist", from: demo.report.settings.quickstart,
                replacing: [Self.scopes: "openid offline_access User.Read"])
            #expect(try await demo.signIn(Self.ana, settings: file).status == 0)
            let find = ["people", "find", "Conor", "--json", "--settings", file]

            let refused = try await demo.command.run(find)
            #expect(refused.status == 1)
            #expect(
                refused.error
                    == """
                    error: to do that, this app needs the permission User.ReadBasic.All
                    hint: tessera sign-in --scope User.ReadBasic.All --settings \(file)

                    """)
            let accounts: [Account] = try await demo.command.run("accounts", "--json", "--settings", file).json()
            #expect(accounts.map(\.username) == [Self.ana.username], "the account survives")
            let own: Named = try await demo.command.run("people", "show", "me", "--json", "--settings", file).json()
            #expect(own.displayName == "Ana Silva")

            let consented = try await demo.signIn(Self.ana, settings: file, asking: ["User.ReadBasic.All"])
            #expect(consented.status == 0, "\(consented.error)")
            let found: [Named] = try await demo.command.run(find).json()
            #expect(found.map(\.displayName) == ["Conor O'Brien"])
        }
    }

    @Test func `names, addresses and surnames find people, and several are listed`() async throws {
        try await RunningDemo.run { demo in
            #expect(try await demo.signIn(Self.ana).status == 0)
            let command = demo.command
            for text in ["Conor", "O'Brien", "Conor O'B", "conor.obrien@"] {
                let found: [Named] = try await command.run("people", "find", text, "--json").json()
                #expect(found.contains { $0.displayName == "Conor O'Brien" }, "\(text)")
            }
            let ambiguous = try await command.run("people", "show", "Ana Silva")
            #expect(ambiguous.status == 1)
            #expect(ambiguous.error.contains("ana.silva2@aldervale.example, ana.silva@aldervale.example"))
            let photo = command.home.appending(path: "photo.png")
            let shown = try await command.run("people", "show", "Conor", "--photo", photo.path)
            for label in ["User name", "Mail", "Business phone", "Mobile phone", "Manager", "Reports"] {
                #expect(shown.output.contains("\n" + label), "\(label)")
            }
            #expect(try Data(contentsOf: photo).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test func `everybody is exported, with photos, in each format`() async throws {
        try await RunningDemo.run { demo in
            #expect(try await demo.signIn(Self.ana).status == 0)
            let command = demo.command
            let counted = try await command.run("people", "export", "--format", "json")
            #expect(counted.status == 0 && counted.error == "Exported 48 people.\n", "\(counted.error)")
            #expect(counted.output.split(separator: "\n").count == 48)
            let (csv, cards) = ("people.csv", "people.vcf")
            let outcome = try await command.run(
                "people", "export", "--format", "csv", "--output", csv, "--photos", "photos")
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.error)")
            let text = try String(contentsOf: command.home.appending(path: csv), encoding: .utf8)
            #expect(text.split(separator: "\r\n").count == 49 && text.contains("\"Conor O'Brien\""))
            let photos = try FileManager.default.contentsOfDirectory(
                atPath: command.home.appending(path: "photos").path)
            #expect((30..<48).contains(photos.count) && photos.allSatisfy { $0.hasSuffix(".png") && text.contains($0) })
            _ = try await command.run("people", "export", "--format", "vcard", "--output", cards, "--photos", "photos")
            let card = try String(contentsOf: command.home.appending(path: cards), encoding: .utf8)
            #expect(card.components(separatedBy: "BEGIN:VCARD\r\n").count == 49)
            #expect(card.components(separatedBy: "PHOTO:data:image/png;base64").count == photos.count + 1)
            #expect(!FileManager.default.fileExists(atPath: command.home.appending(path: "\(csv).part").path))
            let full = try await command.run("people", "export", "--format", "csv", "--output", "/dev/full")
            #expect(full.status == 73 && full.error.contains("No space left on device"))
        }
    }
}
