// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import Testing

/// Fields from the specifications, and from real servers.
@Suite struct AuthenticationChallengeTests {
    /// A field, and its challenges: scheme, then a token68 or the listed parameters.
    struct Row: Sendable, CustomTestStringConvertible {
        let field: String
        let expected: [String]
        let tolerances: Set<AuthenticationChallenge.Tolerance>
        var testDescription: String { field }

        init(_ field: String, _ expected: String..., tolerating tolerances: Set<AuthenticationChallenge.Tolerance> = [])
        { (self.field, self.expected, self.tolerances) = (field, expected, tolerances) }
    }

    static let names = [
        "realm", "error", "error_description", "scope", "claims", "authorization_uri", "acr_values", "max_age", "algs",
        "title", "service", "trusted_issuers", "param", "type", "resource_metadata",
    ]

    private static func plain(_ challenge: AuthenticationChallenge) -> String {
        let values = names.compactMap { name in challenge[name].map { "\(name)=\($0)" } }
        return ([challenge.scheme] + [challenge.token68].compactMap(\.self) + values).joined(separator: " | ")
    }

    private static let rows = [
        // RFC 9110 §11.6.1
        Row(
            #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#,
            "Basic | realm=simple", #"Newauth | realm=apps | title=Login to "apps" | type=1"#),
        // RFC 6750 §3, RFC 9470 §3, RFC 9449 §7.1, RFC 9728 §5.1
        Row(#"Bearer realm="example""#, "Bearer | realm=example"),
        Row(
            #"Bearer error="insufficient_user_authentication", acr_values="a b", max_age=300"#,
            "Bearer | error=insufficient_user_authentication | acr_values=a b | max_age=300"),
        Row("Bearer, DPoP algs=\"ES256 PS256\"", "Bearer", "DPoP | algs=ES256 PS256"),
        Row(
            #"Bearer error="invalid_token", DPoP algs="ES256", error="x""#,
            "Bearer | error=invalid_token", "DPoP | error=x | algs=ES256"),
        Row(
            #"Bearer resource_metadata="https://api.example/.well-known/oauth-protected-resource""#,
            "Bearer | resource_metadata=https://api.example/.well-known/oauth-protected-resource"),
        // Continuous access evaluation of Microsoft Graph
        Row(
            #"Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", "#
                + #"error="insufficient_claims", claims="eyJhY2Nlc3NfdG9rZW4iOnt9fQ==""#,
            "Bearer | realm= | error=insufficient_claims | claims=eyJhY2Nlc3NfdG9rZW4iOnt9fQ== | "
                + "authorization_uri=https://login.microsoftonline.com/common/oauth2/authorize"),
        // A Docker registry
        Row(
            #"Bearer realm="https://a",service="r",scope="repository:x:pull,push""#,
            "Bearer | realm=https://a | scope=repository:x:pull,push | service=r"),
        // Azure DevOps
        Row(
            #"Bearer authorization_uri=https://login.windows.net/0001, Basic realm="https://dev/", TFS-Federated"#,
            "Bearer | authorization_uri=https://login.windows.net/0001", "Basic | realm=https://dev/", "TFS-Federated",
            tolerating: [.unquotedValue]),
        Row(
            #"Bearer, authorization_uri="https://a""#, "Bearer | authorization_uri=https://a",
            tolerating: [.commaAfterScheme]),
        // SharePoint
        Row(
            #"Bearer realm="r",trusted_issuers="0001@*,D3776938@*",authorization_uri="https://a""#,
            "Bearer | realm=r | authorization_uri=https://a | trusted_issuers=0001@*,D3776938@*"),
        Row("Negotiate YIIJvwYGKwYBBQUCoII==", "Negotiate | YIIJvwYGKwYBBQUCoII=="),
        Row("Negotiate, NTLM, Basic realm=x", "Negotiate", "NTLM", "Basic | realm=x"),
        // A challenge within quotes is a text.
        Row(
            #"Digest realm="a, Bearer error=\"invalid_token\"", param=",f ""#,
            #"Digest | realm=a, Bearer error="invalid_token" | param=,f "#),
        Row("  ,  Bearer\trealm = \"a\" ,, error = b , ", "Bearer | realm=a | error=b"),
        Row(#"BEARER Error="x""#, "BEARER | error=x"),
        Row(#"Bearer error="ä""#, "Bearer | error=ä"),
        // Both follow the grammar: a token68, and a parameter of the challenge before.
        Row("Basic realm=s, Bearer error=, Digest realm=t", "Basic | realm=s", "Bearer | error=", "Digest | realm=t"),
        Row(#"Basic realm="s", Bearer ="x""#, "Basic | realm=s"),
        // What stands twice has no value.
        Row(#"Bearer error="a", ERROR="b", scope="c""#, "Bearer | scope=c"),
        Row(""), Row(",, "),
    ]

    @Test(arguments: rows) func `a field is read`(_ row: Row) {
        let challenges = AuthenticationChallenge.all(in: [row.field])
        #expect(challenges.map(Self.plain) == row.expected)
        #expect(challenges.reduce(into: []) { $0.formUnion($1.tolerances) } == row.tolerances)
    }

    /// What breaks the grammar takes its own challenge along, and what follows; challenges before it stay.
    @Test(arguments: [
        #"Bearer error="invalid_token"#, #"Bearer error="a\"#, #"Bearer error="a" scope="b""#,
        #"Bearer error="a"b"#, "Bearer error=\"a\u{7}\"", "Bearer a b", #"Bearer abc==, scope="x""#,
        #"Bearer error="a", "scope""#, "Bearer error=a\"b\"", "Bearer error=\u{7f}",
    ]) func `a broken challenge is left out`(_ broken: String) {
        let challenges = AuthenticationChallenge.all(in: ["Basic realm=\"s\", \(broken), Digest realm=\"t\""])
        #expect(challenges.map(Self.plain) == ["Basic | realm=s"], "\(challenges)")
    }

    @Test func `several fields are one list, and a broken one does not hide the next`() {
        let challenges = AuthenticationChallenge.all(in: ["Basic realm=\"a", "Bearer", "DPoP algs=ES256"])
        #expect(challenges.map(Self.plain) == ["Bearer", "DPoP | algs=ES256"])
    }

    @Test func `more than 64 KiB is not read`() {
        let padding = String(repeating: "x", count: 65_536 - #"Bearer realm="""#.utf8.count)
        #expect(AuthenticationChallenge.all(in: ["Bearer realm=\"\(padding)\""]).count == 1)
        #expect(AuthenticationChallenge.all(in: ["Bearer realm=\"\(padding)x\""]).isEmpty)
        #expect(AuthenticationChallenge.all(in: ["Bearer realm=\"\(padding)\"", "a"]).isEmpty)
    }

    @Test func `the case of a scheme has no meaning`() {
        let challenge = AuthenticationChallenge.all(in: ["bEaReR"])[0]
        #expect(challenge.isScheme("Bearer") && !challenge.isScheme("Bear"))
    }
}
