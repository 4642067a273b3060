// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import Hosts
import Testing

@Suite struct LoopbackHostTests {
    @Test(arguments: [
        "localhost", "LOCALHOST", "localhost.", "tenant.localhost", "a.b.LocalHost.", "127.0.0.1", "127.0.0.2",
        "127.255.255.254", "127.0.0.1.", "127.1", "0x7f.0.0.1", "0177.1", "2130706433", "[::1]", "::1",
        "[0:0:0:0:0:0:0:1]", "[::0001]", "[::ffff:127.0.0.1]", "::FFFF:127.9.0.1", "[::ffff:7f00:1]",
    ])
    func `each spelling of this machine is on loopback`(_ host: String) {
        #expect(LoopbackHost.contains(host))
    }

    @Test(arguments: [
        "", ".", "..", "localhost..", ".localhost", "a..localhost", "localhost.example", "notlocalhost", "local",
        "127.0.0.1.example", "126.255.255.255", "128.0.0.1", "127.0.0.1.1", "127.a.b.c", "127.0.0.1 example",
        "127.0.0.1\0.example", "example/.localhost", "example@localhost", "example\\.localhost", "10.0.0.1", "0.0.0.0",
        "::", "[::]", "[::2]", "[1::1]", "[::ffff:10.0.0.1]", "[::ffff:0:127.0.0.1]", "[::127.0.0.1]", "[fe80::1]",
        "[127.0.0.1]", "[localhost]", "[::1", "::1]", "[::1%lo]", "l\u{43E}calhost", "localhost\u{301}",
        String(repeating: "a.", count: 128) + "localhost",
    ])
    func `any other host is elsewhere`(_ host: String) {
        #expect(!LoopbackHost.contains(host))
    }

    @Test(arguments: [
        ("https://a.example", true), ("HTTPS://a.example/b", true), ("http://localhost:80", true),
        ("HTTP://[::1]/a", true), ("http://a.example", false), ("http://localhost.example", false),
        ("https:///a", false), ("https://:80/a", false), ("http://:80/a", false), ("https:a", false),
        ("ftp://localhost", false), ("/a", false),
        ("http://127.1/a", false), ("http://%6cocalhost/", false), ("https://a%2eexample/", false),
        ("https://me@a.example/", false), ("https://a.example./", false),
    ])
    func `an address is safe over https, or on this machine`(_ text: String, _ isSafe: Bool) throws {
        #expect((URL(string: text).flatMap(Origin.init)?.isSecure ?? false) == isSafe)
    }
}
