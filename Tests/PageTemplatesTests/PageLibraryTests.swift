// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PageTemplates

/// What templates show. mustache(5), mustache/spec
@Suite struct PageLibraryTests {
    private static func library(_ templates: [(String, String)]) throws -> PageLibrary {
        try PageLibrary(templates.map { (name: $0, content: Array($1.utf8)) })
    }

    private static func page(
        _ template: String, _ values: PageValues, beside others: KeyValuePairs<String, String> = [:]
    ) throws -> String {
        let library = try library([("page", template)] + others.map { ($0.key, $0.value) })
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

    @Test func `a truth value in a list is an item like any other`() throws {
        let values: PageValues = ["list": [true, false], "name": "outer"]
        #expect(try Self.page("{{#list}}{{.}} {{name}};{{/list}}", values) == "true outer;false outer;")
        #expect(try Self.page("{{#list}}{{#.}}yes{{/.}}{{^.}}no{{/.}};{{/list}}", values) == "yes;no;")
    }

    @Test func `a partial has the values around it`() throws {
        #expect(try Self.page("<{{> part}}>", ["name": "a"], beside: ["part": "{{name}}!"]) == "<a!>")
    }

    @Test func `a child replaces blocks of its layout, and keeps the others`() throws {
        let layout = "{{$title}}usual{{/title}}: {{$body}}empty{{/body}}"
        let child = "{{<layout}}{{$body}}{{name}}{{/body}}{{/layout}}"
        #expect(try Self.page(child, ["name": "a"], beside: ["layout": layout]) == "usual: a")
    }

    @Test(arguments: [
        // The outermost child wins.
        ("{{<middle}}{{$a}}child{{/a}}{{/middle}}", "child"), ("{{<middle}}{{/middle}}", "middle"),
        ("{{> middle}}", "middle"), ("{{<layout}}{{/layout}}", "layout"),
        // Text outside of blocks is ignored, and so are blocks that the layout does not have.
        ("{{<layout}} x {{$b}}y{{/b}} z {{$a}}child{{/a}} {{/layout}}", "child"),
        // Two children of one layout are apart.
        ("{{<layout}}{{$a}}1{{/a}}{{/layout}}{{<layout}}{{$a}}2{{/a}}{{/layout}}{{> layout}}", "12layout"),
        // A block in a block belongs to the child that has it, also under the same name.
        ("{{<layout}}{{$a}}[{{$a}}own{{/a}}]{{/a}}{{/layout}}", "[own]"),
        ("{{<nested}}{{$b}}child{{/b}}{{/nested}}", "[child]"), ("{{<nested}}{{/nested}}", "[own]"),
        ("{{<middle}}{{$a}}{{$b}}own{{/b}}{{/a}}{{/middle}}", "own"),
    ])
    func `the outermost child replaces a block`(_ template: String, page: String) throws {
        let others: KeyValuePairs = [
            "layout": "{{$a}}layout{{/a}}",
            "middle": "{{<layout}}{{$a}}middle{{/a}}{{$b}}middle{{/b}}{{/layout}}",
            "nested": "{{<layout}}{{$a}}[{{$b}}own{{/b}}]{{/a}}{{/layout}}",
        ]
        #expect(try Self.page(template, [:], beside: others) == page)
    }

    @Test func `a tag alone on its line takes the line with it`() throws {
        #expect(try Self.page("a\n{{#is}}\nb\n{{/is}}\nc\n", ["is": true]) == "a\nb\nc\n")
    }

    @Test(arguments: [
        // Blanks before or behind, another tag on the line, the end of the template, or a value: the line stays.
        ("a\n {{#is}}\nb{{/is}}", "a\n \nb"), ("{{#is}} \nb{{/is}}", " \nb"),
        ("{{#is}}{{#is}}\nb{{/is}}{{/is}}", "\nb"),
        ("a\n{{#is}}b\n{{/is}}", "a\nb\n"), ("{{name}}\nb", "\nb"), ("{{#is}}\r\nb{{/is}}", "\r\nb"),
    ])
    func `a tag that is not alone on its line keeps the line`(_ template: String, page: String) throws {
        #expect(try Self.page(template, ["is": true]) == page)
    }

    @Test(arguments: [
        ("{{text}}", "&lt;"), ("{{ text }}", "&lt;"), ("{{{text}}}", "<"), ("{ {{text}} }", "{ &lt; }"),
        ("{{# is }}x{{/ is }}", "x"), ("{{#is}}a{{#is}}b{{/is}}c{{/is}}", "abc"), ("{text}", "{text}"), ("{", "{"),
        ("}}", "}}"), ("", ""), ("{{a-b_9}}", "dash"), ("ä€😀{{text}}ä", "ä€😀&lt;ä"),
    ])
    func `reads tags in their forms`(_ template: String, page: String) throws {
        #expect(try Self.page(template, ["text": "<", "is": true, "a-b_9": "dash"]) == page)
    }

    @Test func `values of each type are shown, and decide`() throws {
        let values: PageValues = [
            "text": "a", "empty": "", "part": "abc".dropFirst(), "number": 7, "zero": 0, "yes": true, "no": false,
            "list": ["x"], "none": [Int](), "member": ["name": "y"], "values": ["name": "z"] as PageValues,
        ]
        let shown = [
            "text": "a", "empty": "", "part": "bc", "number": "7", "zero": "0", "yes": "true", "no": "false",
            "list": "", "none": "", "member": "", "values": "", "absent": "",
        ]
        for (name, text) in shown {
            #expect(try Self.page("{{\(name)}}", values) == text, "\(name)")
            let decision = ["no", "none", "absent"].contains(name) ? "shown" : "hidden"
            #expect(try Self.page("{{#\(name)}}hidden{{/\(name)}}{{^\(name)}}shown{{/\(name)}}", values) == decision)
        }
        #expect(try Self.page("{{#member}}{{name}}{{/member}}{{#values}}{{name}}{{/values}}", values) == "yz")
    }

    @Test func `the innermost value of a name is shown, and no condition hides it`() throws {
        let values: PageValues = [
            "name": "outer", "is": true, "lists": [["a", "b"], ["c"]], "item": ["name": "inner"],
        ]
        #expect(try Self.page("{{#item}}{{#is}}{{name}}{{/is}}{{/item}},{{name}}", values) == "inner,outer")
        #expect(try Self.page("{{#lists}}{{#.}}{{.}}{{/.}};{{/lists}}", values) == "ab;c;")
    }

    @Test func `later values replace earlier ones`() {
        var values: PageValues = ["a": "1", "b": "2"]
        values["b"] = nil
        values["c"] = 3
        #expect(values["b"] == nil && values["c"]?.pageText == "3")
        let merged = values.merging(["a": "new", "d": "4"])
        #expect(values["a"]?.pageText == "1" && values["d"] == nil)
        #expect(merged["a"]?.pageText == "new" && merged["c"]?.pageText == "3" && merged["d"]?.pageText == "4")
    }

    #if os(macOS) || os(Linux)
    @Test func `a page without a template ends the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = try Self.library([("page", "a")]).page("other", [:])
        }
    }
    #endif

    @Test(arguments: [
        ("{{name", "a tag is not closed"), ("{{#a}}b", "{{#a}} is not closed"), ("{{/a}}", "{{/a}} has no opening tag"),
        ("{{#a}}{{/b}}", "{{/b}} has no opening tag"), ("{{> other}}", "there is no template 'other'"),
        ("{{$a}}b", "{{$a}} is not closed"), ("{{< a }}", "{{< a }} is not closed"), ("{{{a}}", "a tag is not closed"),
        ("{{#a}}{{#b}}{{/a}}{{/b}}", "{{/a}} has no opening tag"),
        ("{{<other}}{{/other}}", "there is no template 'other'"),
        ("{{#a}}{{> other}}{{/a}}", "there is no template 'other'"),
        ("{{$a}}{{> other}}{{/a}}", "there is no template 'other'"),
        ("{{<page}}{{$a}}{{> other}}{{/a}}{{/page}}", "there is no template 'other'"),
        ("{{<page}}{{$a}}{{/a}}{{$b}}{{/b}}{{$a}}{{/a}}{{/page}}", "two blocks have the name 'a'"),
        ("{{> page}}", "it includes itself"), ("{{#a}}{{> page}}{{/a}}", "it includes itself"),
        ("{{<page}}{{/page}}", "it includes itself"),
        // Mustache has these, or nothing has.
        ("{{}}", "'' is not a name"), ("{{ }}", "'' is not a name"), ("{{#}}{{/}}", "'' is not a name"),
        ("{{a b}}", "'a b' is not a name"), ("{{a.b}}", "'a.b' is not a name"), ("{{! a }}", "'! a' is not a name"),
        ("{{& a}}", "'& a' is not a name"), ("{{=< >=}}", "'=< >=' is not a name"), ("{{ #a}}", "'#a' is not a name"),
        ("{{% a}}", "'% a' is not a name"), ("{{a\n}}", "'a\n' is not a name"), ("{{ä}}", "'ä' is not a name"),
        ("{{{a}} {{{b}}}", "'a}} {{{b' is not a name"), ("{{{{a}}}}", "'{a' is not a name"),
    ])
    func `rejects malformed templates`(_ template: String, reason: String) {
        let fault = #expect(throws: PageLibrary.Fault.self) { try Self.page(template, [:]) }
        #expect(fault?.template == "page")
        #expect(fault?.text == reason)
    }

    @Test(arguments: [("a\nb {{#c}}\n", 2), ("{{#c}}\n\n{{c\n", 3), ("{{/c}}", 1)])
    func `a fault names template and line`(_ template: String, line: Int) throws {
        let fault = try #require(#expect(throws: PageLibrary.Fault.self) { try Self.page(template, [:]) })
        #expect(fault.line == line)
        #expect("\(fault)" == "template 'page', line \(line): \(fault.text)")
    }

    @Test(arguments: ["{{> first}}", "{{<first}}{{/first}}", "{{<last}}{{$b}}{{> first}}{{/b}}{{/last}}"])
    func `rejects templates that show one another`(_ template: String) throws {
        let others = [("first", "{{<second}}{{$b}}{{/b}}{{/second}}"), ("last", "{{$b}}{{/b}}")]
        _ = try Self.library(others + [("second", "{{> last}}{{> last}}")])
        let fault = #expect(throws: PageLibrary.Fault.self) { try Self.library(others + [("second", template)]) }
        #expect(fault.map { "\($0)" } == "template 'first': it includes itself")
    }

    @Test func `rejects two templates of one name`() {
        let fault = #expect(throws: PageLibrary.Fault.self) { try Self.library([("page", "a"), ("page", "b")]) }
        #expect(fault.map { "\($0)" } == "template 'page': another template has this name")
    }
}
