// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PageTemplates

/// What templates show. mustache(5)
@Suite struct PageLibraryTests {
    private static func page(
        _ template: String, _ values: PageValues, beside others: [String: String] = [:]
    ) throws
        -> String
    {
        let all = [("page", template)] + others.map { ($0.key, $0.value) }
        let library = try PageLibrary(all.map { (name: $0.0, content: Array($0.1.utf8)) })
        return String(decoding: library.page("page", values), as: UTF8.self)
    }

    @Test func `a value is escaped, except in three braces`() throws {
        let values: PageValues = ["text": #"<a href="x">'&'</a>"#]
        #expect(
            try Self.page("{{text}} {{{ text }}}", values)
                == #"&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt; <a href="x">'&'</a>"#)
    }

    @Test func `a name without a value shows nothing`() throws {
        #expect(try Self.page("[{{name}}{{#name}}x{{/name}}]", [:]) == "[]")
    }

    @Test(arguments: [(true, "yes"), (false, "no")])
    func `a condition shows its section or the inverted one`(_ value: Bool, text: String) throws {
        #expect(try Self.page("{{#is}}yes{{/is}}{{^is}}no{{/is}}", ["is": value]) == text)
    }

    @Test func `a section is shown once per item, with the item's values first`() throws {
        let values: PageValues = ["name": "outer", "items": [["name": "a"], ["other": "b"]]]
        #expect(try Self.page("{{#items}}{{name}},{{/items}}", values) == "a,outer,")
        #expect(try Self.page("{{#items}}{{.}};{{/items}}{{^items}}none{{/items}}", ["items": ["a", "b"]]) == "a;b;")
        #expect(try Self.page("{{^items}}none{{/items}}", ["items": [String]()]) == "none")
    }

    @Test func `a partial has the values around it`() throws {
        #expect(try Self.page("<{{> part}}>", ["name": "a"], beside: ["part": "{{name}}!"]) == "<a!>")
    }

    @Test func `a child replaces blocks of its layout, and keeps the others`() throws {
        let layout = "{{$title}}usual{{/title}}: {{$body}}empty{{/body}}"
        let child = "{{<layout}}{{$body}}{{name}}{{/body}}{{/layout}}"
        #expect(try Self.page(child, ["name": "a"], beside: ["layout": layout]) == "usual: a")
    }

    @Test func `a tag alone on its line takes the line with it`() throws {
        #expect(try Self.page("a\n{{#is}}\nb\n{{/is}}\nc\n", ["is": true]) == "a\nb\nc\n")
    }

    @Test(arguments: [
        ("{{name", "a tag does not end"), ("{{#a}}b", "{{#a}} is not closed"), ("{{/a}}", "{{/a}} closes nothing"),
        ("{{#a}}{{/b}}", "{{/b}} closes nothing"), ("{{> other}}", "there is no template 'other'"),
    ])
    func `rejects malformed templates`(_ template: String, reason: String) {
        let fault = #expect(throws: Template.Fault.self) { try Self.page(template, [:]) }
        #expect(fault?.template == "page")
        #expect(fault?.text == reason)
    }
}
