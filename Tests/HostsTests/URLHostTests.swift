// SPDX-License-Identifier: Apache-2.0
import Foundation
import Hosts
import Testing

@Suite struct URLHostTests {
    @Test(arguments: [
        ("accounts.example", "accounts.example"), ("ACCOUNTS.Example", "accounts.example"), ("a", "a"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("1.example", "1.example"), ("a.b-c.d2", "a.b-c.d2"),
        ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
        ("[::1]", "[::1]"), ("[0:0:0:0:0:0:0:1]", "[::1]"), ("[2001:DB8::0001]", "[2001:db8::1]"),
        ("[::ffff:127.0.0.1]", "[::ffff:127.0.0.1]"), ("[::FFFF:7f00:1]", "[::ffff:127.0.0.1]"),
        (label(63) + ".example", label(63) + ".example"), (longest, longest), ("0xg.example", "0xg.example"),
        ("1.0xzz", "1.0xzz"),
    ])
    func `a valid host has one spelling`(_ text: String, _ expected: String) throws {
        #expect(try URLHost(text).description == expected)
    }

    static let malformed: [(String, URLHost.Defect)] = [
        ("", .missing),
        ("a%2eexample", .character), ("a_b.example", .character), ("b\u{FC}cher.example", .character),
        ("\u{FF11}27.0.0.1", .character), ("a\u{3002}example", .character), ("a b", .character), ("a\0b", .character),
        ("a/b", .character), ("a@b", .character), ("a\\b", .character), ("a:80", .character), ("::1", .character),
        ("a\u{AD}b", .character), ("*", .character),
        (longest + "a", .length),
        (".", .trailingDot), ("localhost.", .trailingDot), ("127.0.0.1.", .trailingDot), ("a.example.", .trailingDot),
        ("a..b", .label), (".a", .label), (label(64) + ".example", .label), ("-a.example", .label),
        ("a-.example", .label),
        ("127.1", .number), ("2130706433", .number), ("0", .number), ("0x7f000001", .number), ("0x7f.0.0.1", .number),
        ("0177.0.0.1", .number), ("127.0.0.01", .number), ("127.0.0.256", .number), ("1.2.3.4.5", .number),
        ("127.0.0.0x1", .number), ("127.0.0.0X1", .number), ("a.0x", .number), ("a.example.1", .number),
        ("99999999999999999999", .number),
        ("[::1", .literal), ("[]", .literal), ("[127.0.0.1]", .literal), ("[localhost]", .literal), ("[::g]", .literal),
        ("[::1]a", .literal), ("[:::]", .literal), ("[v1.a]", .literal),
        ("[fe80::1%eth0]", .zone), ("[fe80::1%25eth0]", .zone),
    ]

    @Test(arguments: malformed)
    func `any other text is refused, each with its own defect`(_ text: String, _ defect: URLHost.Defect) {
        #expect(throws: defect) { try URLHost(text) }
    }

    @Test func `each defect has a case and an explanation of its own`() {
        let tested = Set(Self.malformed.map(\.1))
        #expect(tested.union([.userInformation, .port]) == Set(URLHost.Defect.allCases))
        #expect(Set(URLHost.Defect.allCases.map(\.explanation)).count == URLHost.Defect.allCases.count)
    }

    @Test(arguments: [
        ("https://a.example/x?y#z", "a.example"), ("HTTPS://A.EXAMPLE:8443", "a.example"),
        ("https://[2001:db8::1]:8443/", "[2001:db8::1]"), ("https://127.0.0.1/", "127.0.0.1"),
        ("https://a.example:65535/", "a.example"), ("https://xn--exmple-cua.com/", "xn--exmple-cua.com"),
    ])
    func `URL and its components have one host`(_ text: String, _ expected: String) throws {
        #expect(try URLHost(of: #require(URL(string: text))).description == expected)
        #expect(try URLHost(of: #require(URLComponents(string: text))).description == expected)
    }

    @Test(arguments: [
        ("https://127%2e0.0.1/", URLHost.Defect.character), ("https://%6c%6f%63alhost/", .character),
        ("https://127.0.0.1%00.evil.example/", .character), ("https://evil.example%2F.localhost/", .character),
        ("https://a.example./", .trailingDot), ("https://2130706433/", .number), ("https://0x7f.1/", .number),
        ("https://accounts.example@evil.example/", .userInformation), ("https://a:b@evil.example/", .userInformation),
        ("https://:b@evil.example/", .userInformation), ("https://[fe80::1%25eth0]/", .zone),
        ("https:///a", .missing), ("urn:a:b", .missing), ("/a", .missing), ("https://[a.example]/", .literal),
        ("https://[127.0.0.1]/", .literal), ("https://8.8.8.8:65536/", .port), ("https://a.example:70000/", .port),
    ])
    func `an address whose host programs read differently is refused`(
        _ text: String, _ defect: URLHost.Defect
    ) throws {
        let url = try #require(URL(string: text))
        #expect(throws: defect) { try URLHost(of: url) }
        let components = try #require(URLComponents(string: text))
        #expect(throws: defect) { try URLHost(of: components) }
    }

    /// Foundation maps letters outside ASCII before we see them; what comes out is judged.
    @Test(arguments: [
        "https://\u{FF11}27.0.0.1/", "https://\u{24DB}ocalhost/", "https://127\u{3002}0\u{3002}0\u{3002}1/",
    ])
    func `letters that look alike do not hide this machine`(_ text: String) {
        guard let url = URL(string: text), let host = try? URLHost(of: url) else { return }
        #expect(host.isThisMachine, "\(host) is not known as this machine")
    }

    @Test(arguments: [
        ("a.example", "a.example"), ("a.example:443", "a.example"), ("[::1]:80", "[::1]"), ("[::1]", "[::1]"),
        ("a.example:", "a.example"), ("a.example:65535", "a.example"), ("a.example:0", "a.example"),
    ])
    func `an authority has a host`(_ text: String, _ expected: String) throws {
        #expect(try URLHost(ofAuthority: text).description == expected)
    }

    @Test(arguments: [
        ("me@a.example", URLHost.Defect.character), ("me:1@a.example", .userInformation), ("a:b", .character),
        ("a:80:80", .character), ("[::1]x", .literal), ("a:65536", .port), ("[::1]:99999999999999999999", .port),
        ("", .missing), (":80", .missing), ("127.1:80", .number),
    ])
    func `another authority is refused`(_ text: String, _ defect: URLHost.Defect) {
        #expect(throws: defect) { try URLHost(ofAuthority: text) }
    }

    @Test(arguments: [
        ("localhost", true), ("a.localhost", true), ("127.0.0.1", true), ("127.255.255.255", true), ("[::1]", true),
        ("[::ffff:127.0.0.1]", true), ("0.0.0.0", true), ("[::]", true), ("[::ffff:0.0.0.0]", true),
        ("0.0.0.1", false), ("128.0.0.0", false), ("[::2]", false), ("10.0.0.1", false), ("localhost.example", false),
        ("notlocalhost", false),
    ])
    func `a host is this machine, or another`(_ text: String, _ isThisMachine: Bool) throws {
        #expect(try URLHost(text).isThisMachine == isThisMachine)
    }

    @Test(arguments: [
        ("10.0.0.1", true), ("[::ffff:10.0.0.1]", true), ("[fd00::1]", true), ("169.254.169.254", true),
        ("[64:ff9b::a00:1]", true), ("8.8.8.8", false), ("[2606:4700::1111]", false), ("[::ffff:8.8.8.8]", false),
        ("a.example", false),
    ])
    func `an address is private, or of the internet`(_ text: String, _ isPrivate: Bool) throws {
        #expect(try URLHost(text).isPrivateAddress == isPrivate)
    }

    private static func label(_ count: Int) -> String { String(repeating: "a", count: count) }
    private static let longest = [label(63), label(63), label(63), label(61)].joined(separator: ".")
}
