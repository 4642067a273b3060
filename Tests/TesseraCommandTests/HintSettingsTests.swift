// SPDX-License-Identifier: Apache-2.0
import SignIn
import Testing

@testable import ClientCommands

/// A command that is copied from a hint is for the same app as the one that failed.
@Suite struct HintSettingsTests {
    @Test(arguments: [
        ("tessera sign-in", "tessera sign-in --settings demo-b2c"),
        ("tessera sign-in --scope User.Read", "tessera sign-in --scope User.Read --settings demo-b2c"),
        ("list the ids with `tessera tasks list`", "list the ids with `tessera tasks list --settings demo-b2c`"),
        (
            "run `tessera sign-in --browser`, or `tessera sign-in --paste`",
            "run `tessera sign-in --browser --settings demo-b2c`, or `tessera sign-in --paste --settings demo-b2c`"
        ),
        ("start it with `tessera demo` in another terminal", "start it with `tessera demo` in another terminal"),
        ("try again in a moment", "try again in a moment"),
    ])
    func `named settings are repeated in the commands of a hint`(_ hint: String, expected: String) {
        let text = ErrorText("it failed", hint: hint)
        for arguments in [["tessera", "tasks", "--settings", "demo-b2c"], ["tessera", "--settings=demo-b2c"]] {
            #expect(text.repeatingSettings(of: arguments).hint == expected)
        }
        #expect(text.repeatingSettings(of: ["tessera", "tasks", "list"]).hint == hint)
    }

    @Test func `a remembered registration is repeated, and what names a new one in sign-ins alone`() {
        let remembered = ErrorText("it failed", hint: "tessera sign-in").repeatingSettings(
            of: ["tessera", "token", "--registration", "our login"])
        #expect(remembered.hint == "tessera sign-in --registration 'our login'")
        let new = ["tessera", "sign-in", "--issuer=http://127.0.0.1/op", "--client-id", "kiosk", "--name", "desk"]
        let scoped = new + ["--scope", "profile", "a;b"]
        #expect(
            ErrorText("it failed", hint: "run `tessera sign-in --paste`, see `tessera accounts`")
                .repeatingSettings(of: new).hint
                == "run `tessera sign-in --paste --issuer http://127.0.0.1/op --client-id kiosk --name desk`, "
                + "see `tessera accounts`")
        #expect(
            ErrorText("it failed", hint: "tessera sign-in").repeatingSettings(of: scoped).hint
                == "tessera sign-in --issuer http://127.0.0.1/op --client-id kiosk --name desk "
                + "--scope profile 'a;b'")
        let settings = ["tessera", "sign-in", "--scope", "User.Read", "--settings", "demo"]
        #expect(
            ErrorText("it failed", hint: "tessera sign-in").repeatingSettings(of: settings).hint
                == "tessera sign-in --settings demo")
        let taken = "`tessera sign-out --all --registration desk`, or `tessera sign-in --issuer URL --client-id ID`"
        #expect(ErrorText("it failed", hint: taken).repeatingSettings(of: new).hint == taken)
    }

    @Test func `each scope of a sign-in stays one word of the shell`() {
        #expect(
            ScopeSet(text: "api://tasks/.default it's;x").signInCommand
                == #"tessera sign-in --scope api://tasks/.default 'it'\''s;x'"#)
    }

    @Test func `a path that a shell would split stays one word`() {
        let text = ErrorText("it failed", hint: "tessera sign-in")
        #expect(
            text.repeatingSettings(of: ["--settings", "/a b/s.plist"]).hint
                == "tessera sign-in --settings '/a b/s.plist'")
    }
}
