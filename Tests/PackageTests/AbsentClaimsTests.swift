// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Pages that say that something does not exist become wrong once it is built.
///
/// Each such sentence has an `AbsenceMarker`, which must find nothing.
@Suite struct AbsentClaimsTests {
    /// Every page but the history and the list of the tenant's messages.
    private static func pages() throws -> [PackageText] {
        try ["README.md", "SCOPE.md", "SECURITY.md", "CONTRIBUTING.md"].map {
            PackageText(name: $0, text: try PackageText.read($0))
        }
            + PackageText.all(in: "Apps", "Benchmarks", "Examples", "Sources", "Tests", "deploy", "docs", of: "md")
            .filter { $0.name != "errors.md" && !$0.name.contains("Fixtures/") && !$0.name.contains(".build/") }
    }

    private static func markers(in text: String) -> [String] {
        text.replacing(#/`+[^`]*`+/#, with: "X").matches(of: #/<!--(\s*absent\b.*?)-->/#.ignoresCase())
            .map { String($0.1) }
    }

    /// What a marker's comment says: `absent: ` and the subject.
    private static func marker(_ comment: String) throws -> AbsenceMarker {
        guard let content = comment.wholeMatch(of: #/ absent: (.+) /#) else {
            throw AbsenceMarker.Meaningless(reason: "'\(comment)' is not ' absent: SUBJECT '")
        }
        return try AbsenceMarker(content.1)
    }

    @Test func `nothing that a page marks as absent exists`() throws {
        var count = 0
        for page in try Self.pages() {
            #expect(!page.text.contains(#/(?m)^ *<!-- absent/#), "\(page.name): a comment at its begin hides a line")
            for comment in Self.markers(in: page.text.replacing(#/(?ms)^```.*?^```$/#, with: "")) {
                count += 1
                do {
                    let place = try Self.marker(comment).found()
                    #expect(place == nil, "\(page.name): '\(comment)' is in \(place ?? "")")
                } catch let error as AbsenceMarker.Meaningless {
                    Issue.record("\(page.name): \(error.reason)")
                }
            }
        }
        #expect(count >= 40)
    }

    @Test func `no comment in the sources says that something is built later`() throws {
        let states = "(?:built|implemented|supported|written)"
        let later = try Regex("\\bnot yet \(states)|\\bnot \(states) yet|\\bfor now\\b|\\b(?:TODO|FIXME)\\b")
        for file in try PackageText.all(in: "Sources", of: "swift") {
            for line in file.text.split(separator: "\n") where line.contains("//") && line.contains(later) {
                Issue.record("\(file.name): \(line)")
            }
        }
    }

    @Test(arguments: [
        ("<!-- absent: SignInFlow -->", true), ("<!-- absent: signinflow -->", true),
        ("<!-- absent: InFlow in Sources/Client/SignIn -->", true),
        ("<!-- absent: InFlow in Sources/Servers/PostgresStorage -->", false), ("<!-- absent: SignInFlood -->", false),
        ("<!-- absent: SignInFlow.signOut -->", true), ("<!-- absent: SignInFlow.signUp -->", false),
        ("<!-- absent: Account.refreshToken -->", false), ("<!-- absent: AccountRecord.refreshToken -->", true),
        ("<!-- absent: docs/tenant.md -->", true), ("<!-- absent: docs/landlord.md -->", false),
        (#"<!-- absent: "private_key_jwt" -->"#, true),
        (#"<!-- absent: "private_key_jwt" in docs/tenant.md -->"#, true),
        (#"<!-- absent: "private_key_jwt" in docs/lessons.md -->"#, false),
        (#"<!-- absent: "[x]" in SCOPE.md -->"#, false),
        (#"<!-- absent: "SPDX-License-Identifier" -->"#, false),
    ])
    func `a marker finds a name, a member, a file or a text, and not a comment`(_ text: String, _ isThere: Bool) throws
    {
        let comment = try #require(Self.markers(in: "Not built. \(text)").first)
        #expect(try (Self.marker(comment).found() != nil) == isThere)
    }

    @Test(arguments: [
        "<!-- absent -->", "<!-- absent: -->", "<!--absent: SignInFlood-->", "<!-- Absent: SignInFlood -->",
        "<!-- absent SignInFlood -->", "<!-- absent: two words -->", "<!-- absent: abc -->", "<!-- absent: 2fas -->",
        "<!-- absent: SignInFlood.signIn -->", "<!-- absent: docks/landlord.md -->", #"<!-- absent: "open -->"#,
        #"<!-- absent: "" -->"#, "<!-- absent: SignInFlood in Sources/Landlord -->", "<!-- absent: SignInFlood in -->",
    ])
    func `a marker that names nothing is refused`(_ text: String) throws {
        let comment = try #require(Self.markers(in: "Not built. \(text)").first)
        #expect(throws: AbsenceMarker.Meaningless.self) { try Self.marker(comment) }
    }
}
