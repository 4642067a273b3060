// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Fixtures
import SignIn

@Suite struct PastingUserAgentTests {
    static let oob = "urn:ietf:wg:oauth:2.0:oob"
    static let page = "https://login.microsoftonline.com/common/oauth2/nativeclient"
    static let scheme = "com.example.tasklist://auth"

    /// Pastes lines in sequence, and returns the result with the complaints.
    private func paste(
        _ lines: [String?], for redirect: String, attempts: Int = 5
    ) async throws -> (result: Result<URL, any Error>, complaints: [Refusal.Code?]) {
        let rest = Mutex(lines)
        let complaints = Mutex<[Refusal.Code?]>([])
        let shown = Mutex<[URL]>([])
        let agent = PastingUserAgent(attempts: attempts) { url in
            shown.withLock { $0.append(url) }
        } reading: { complaint in
            complaints.withLock { $0.append(complaint?.code) }
            return rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
        let page = try #require(URL(string: "https://id.example/authorize?client_id=c&state=s1"))
        let visit = try await agent.prepareVisit(for: try #require(RedirectURI(redirect)))
        #expect(visit.redirectURI.text == redirect)
        do {
            let url = try await visit.open(page).revealed
            #expect(shown.withLock { $0 } == [page])
            return (.success(url), complaints.withLock { $0 })
        } catch {
            return (.failure(error), complaints.withLock { $0 })
        }
    }

    /// An answer of this length.
    private static func pasted(bytes: Int) -> String {
        "?code=\(String(repeating: "a", count: bytes - "?code=&state=s1".count))&state=s1"
    }

    /// The redirect URI, the pasted text, and the resulting address.
    static let good: [(String, String, String)] = [
        (oob, pasted(bytes: 16_384), oob + pasted(bytes: 16_384)),
        (oob, "\(oob)?code=a&state=s1&session_state=g", "\(oob)?code=a&state=s1&session_state=g"),
        (oob, "  \(oob)?code=a&state=s1\r", "\(oob)?code=a&state=s1"),
        (oob, "\"\(oob)?code=a&state=s1\"", "\(oob)?code=a&state=s1"),
        (oob, "code=a&state=s1", "\(oob)?code=a&state=s1"),
        (oob, "?code=a&state=s1", "\(oob)?code=a&state=s1"),
        (oob, "state=s1&code=a", "\(oob)?state=s1&code=a"),
        (oob, "?error=access_denied&state=s1", "\(oob)?error=access_denied&state=s1"),
        (page, "\(page)?code=a&state=s1", "\(page)?code=a&state=s1"),
        (page, "\(page)?error=a&error_description=%E8&state=s1", "\(page)?error=a&error_description=%E8&state=s1"),
        (oob, "error=a&error_description=%E8|%&state=%731", "\(oob)?error=a&error_description=%E8%7C%25&state=%731"),
        (scheme, "\(scheme)?code=a&state=s1", "\(scheme)?code=a&state=s1"),
        ("http://localhost", "http://localhost/?code=a&state=s1", "http://localhost/?code=a&state=s1"),
        ("\(page)?t=1", "code=a&state=s1", "\(page)?t=1&code=a&state=s1"),
    ]

    @Test(arguments: good)
    func `an answer is taken`(_ redirect: String, _ line: String, _ address: String) async throws {
        let pasted = try await paste([line], for: redirect)
        #expect(try (pasted.result.get().absoluteString, pasted.complaints) == (address, [nil]))
    }

    /// The pasted text, and the complaint.
    static let bad: [(String, Refusal.Code)] = [
        ("", .codeMissing), ("   ", .codeMissing), ("\"\"", .codeMissing), (oob, .codeMissing),
        ("\(oob)?state=s1", .codeMissing), ("?session_state=g&state=s1", .codeMissing),
        ("OAQABAAIAAACode", .redirectMismatch), ("https://evil.example/?code=a&state=s1", .redirectMismatch),
        ("urn:ietf:wg:oauth:2.0:other?code=a&state=s1", .redirectMismatch),
        ("\(page)?code=a&state=s1", .redirectMismatch), ("open \(oob)?code=a&state=s1", .redirectMismatch),
        (pasted(bytes: 16_385), .redirectMismatch),
        ("?code=%FF&state=s1", .redirectMismatch),
        ("?code=a", .stateMismatch), ("?code=a&state=s2", .stateMismatch), ("?code=a&state=", .stateMismatch),
        ("?error=access_denied", .stateMismatch), ("?code=a&state=s1&state=s1", .duplicateParameter),
    ]

    @Test(arguments: bad)
    func `an answer is complained about, and may be pasted again`(_ line: String, _ code: Refusal.Code) async throws {
        let pasted = try await paste([line, "?code=a&state=s1"], for: Self.oob)
        #expect(try pasted.result.get().absoluteString == "\(Self.oob)?code=a&state=s1")
        #expect(pasted.complaints == [nil, code])
    }

    @Test func `every complaint has a row`() throws {
        let complaints = try SourceText.refusals(
            of: "Client/BrowserSignIn/PastedAnswer.swift", "Client/BrowserSignIn/PastingUserAgent.swift",
            "Ground/OAuthMessages/FormParameters.swift")
        #expect(Set(Self.bad.map(\.1)) == complaints)
    }

    @Test(arguments: [1, 3]) func `stops asking after several invalid inputs`(_ attempts: Int) async throws {
        let pasted = try await paste(
            Array(repeating: "?code=a&state=s2", count: 99), for: Self.oob, attempts: attempts)
        let refusal = #expect(throws: Refusal.self) { try pasted.result.get() }
        #expect(refusal?.code == .stateMismatch)
        #expect(pasted.complaints.count == attempts)
    }

    @Test func `a person may give up`() async throws {
        let pasted = try await paste(["", nil], for: Self.oob)
        #expect(throws: CancellationError.self) { try pasted.result.get() }
    }
}
