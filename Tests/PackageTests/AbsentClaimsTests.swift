// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Pages that say that something does not exist become wrong once it is built.
///
/// Each such sentence has an `AbsenceMarker`, which must find nothing.
@Suite struct AbsentClaimsTests {
    private let wordings: [Regex<AnyRegexOutput>]

    init() throws {
        // Only what these lack is a claim of ours.
        let us =
            "(?:tessera|it|graph|servers|(?:the|our) (?:library|clients?|commands?|storage|tenant|demo|task API|web app"
            + "|standard provider|services?|servers?))"
        let verbs =
            "(?:support|offer|implement|provide|handle|serve|cover|detect|have|read|look|check|verify|fetch)"
        let states = "(?:built|written|implemented|supported|offered|available|there|possible|part of)"
        wordings = try [
            #"\b(?:not|never|no)\b[^,;:]*\byet\b|\bfor now\b|\bcurrently (?:not|no|only)\b|\bso far\b|\bplanned\b"#,
            #"\b(?:has|have|was|were) (?:never|not) (?:been )?(?:run|tried|tested)\b|\buntested\b"#,
            #"(?:^|\b(?:is|are|was|were) )not \#(states)\b|n't \#(states)\b"#,
            #"(?:^|: )(?:(?:is|are) )?left out\b|^(?:is|are) (?:ignored|not looked at)\b|\bno support for\b"#,
            #"\b\#(us) (?:do|does)(?: not|n't) \#(verbs)\b"#,
            #"\b\#(us) (?:cannot|can't) (?:rotate|import|export|serve|change|run)\b"#,
            #"(?:^|[:;] )\#(us) (?:has|have|serves?|offers?|supports?|accepts?|asks for) (?:no|only) "#,
            #"^(?:nothing|no mode) (?:imports|supports|accepts)\b|(?:^|[:;] |, (?:and|but) )there (?:is|are) no\b"#,
            #", but no\b|^no such\b"#,
        ].map { try Regex($0).ignoresCase() }
    }

    private func isClaim(_ sentence: String) -> Bool {
        let words = sentence.replacing(#/<!--.*?-->/#, with: "")
            .replacing(#/\]\((?:[^()"]|"[^"]*")*\)/#, with: "]").replacing(#/`+[^`]*`+/#, with: "X")
            .replacing(#/"[^"]*"/#, with: "X").replacing("**", with: "").trimmingCharacters(in: .whitespaces)
        return wordings.contains { words.contains($0) }
    }

    /// Every page but the history and the list of the tenant's messages.
    private static func pages() throws -> [PackageText] {
        let single = ["README.md", "SCOPE.md", "SECURITY.md", "CONTRIBUTING.md"].map { (name: $0, isFile: true) }
        return try single.map { PackageText(name: $0.name, text: try PackageText.read($0.name)) }
            + PackageText.all(in: "Apps", "Benchmarks", "Examples", "Sources", "Tests", "deploy", "docs", of: "md")
            .filter { $0.name != "errors.md" && !$0.name.contains("Fixtures/") && !$0.name.contains(".build/") }
    }

    /// The sentences and cells of a page, each with its markers; code is left out.
    private static func sentences(of page: String) -> [String] {
        let prose = page.replacing(#/(?ms)^```.*?^```$/#, with: "").replacing(#/(?m)^#.*$/#) { "\($0.0)\n" }
        let blocks = prose.replacing(#/\n(?=\s*(?:\n|[-*|] |\d+\. |#))/#, with: "\u{0}").split(separator: "\u{0}")
        return blocks.flatMap { block -> [Substring] in
            let line = block.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return line.hasPrefix("|")
                ? line.split(separator: "|")
                : line.replacing(#/([.!?][)*"]*(?: <!--[^>]*-->)*) (?!<!--)/#) { "\($0.1)\n" }.split(separator: "\n")
        }.map(String.init)
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
            for comment in Self.sentences(of: page.text).flatMap(Self.markers) {
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

    @Test func `a sentence that says that something does not exist has a marker`() throws {
        for page in try Self.pages() {
            for sentence in Self.sentences(of: page.text) where isClaim(sentence) {
                #expect(!Self.markers(in: sentence).isEmpty, "\(page.name): \(sentence.prefix(160))")
            }
        }
    }

    /// In sources, most of the wordings are about a moment; these are about what is built later.
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

    @Test(arguments: [
        "A storage in the keychain is not written yet.", "Not there yet: a request is whole.", "not there: keep MSAL",
        "It has never run.", "They are untested on devices.", "No storage is there yet.", "Passkeys aren't supported.",
        "For now the key is a file.", "are left out", "Left out are SAML and passkeys.", "There is no pinning.",
        "Every content is JSON, and there is no CORS.", "The tenant does not support SAML.", "Tessera has no broker.",
        "Servers don't offer HTTP/2.", "The storage cannot rotate its key.", "Nothing imports a token.",
        "No such flag.",
        "The tenant does not look at the addresses of a name.", "is ignored",
        "**Tokens.** It offers no encrypted ones.", "Photos are planned.", "All are here, but no photos.",
    ])
    func `usual wordings of a claim are found`(_ sentence: String) {
        #expect(Self.sentences(of: sentence).contains(where: isClaim))
    }

    @Test(arguments: [
        "The provider does not support this.", "If there is no screen, the file is used.",
        "This account does not exist.",
        "The user is not signed in.", "It answers `is not supported`.", #"400, "This API is not supported""#,
        "A member that the file leaves out has its default.", "It needs no certificate.", "It has not only one.",
        "[a test](x.swift \"the photo is not built\")", "Nothing is lost.", "It is not part: of it",
    ])
    func `sentences about others, or about a moment, are none`(_ sentence: String) {
        #expect(!Self.sentences(of: sentence).contains(where: isClaim))
    }
}
