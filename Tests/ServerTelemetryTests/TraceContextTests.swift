// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ServerTelemetry

/// `traceparent` and `tracestate`, with the examples of the recommendation and of its own test suite.
@Suite struct TraceContextTests {
    private static let example = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    private static let ids = "12345678901234567890123456789012-1234567890123456"

    @Test func `the examples of the recommendation are read`() throws {
        // W3C Trace Context §3.2.4
        let sampled = try TraceContext(parents: ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"])
        #expect((sampled.traceID, sampled.spanID) == ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"))
        #expect(sampled.isSampled)
        #expect(try !TraceContext(parents: ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"]).isSampled)
        #expect(sampled.parent == "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
    }

    @Test(arguments: [
        "cc-\(ids)-01", "cc-\(ids)-01-what-the-future-will-be-like", "00-\(ids)-02", "00-\(ids)-ff", "01-\(ids)-00-",
    ]) func `a later version and other flags are taken`(_ parent: String) throws {
        let context = try TraceContext(parents: [parent])
        #expect(context.traceID == "12345678901234567890123456789012")
        #expect(context.isSampled == (parent.contains("-01") && !parent.hasPrefix("01") || parent.hasSuffix("ff")))
        #expect(context.parent.hasPrefix("00-\(Self.ids)-"))
    }

    /// The cases of w3c/trace-context, test/test.py, and the two sides of each limit.
    static let refused: [(parents: [String], TraceContext.Refusal)] = [
        ([], .missing),
        ([example, example], .repeated),
        ([""], .lengthWrong),
        (["00-\(ids)-0"], .lengthWrong),
        (["00-\(ids)-011"], .lengthWrong),
        (["00-\(ids)-01-"], .lengthWrong),
        (["00-\(ids)-01-what-the-future-will-be-like"], .lengthWrong),
        (["cc-\(ids)-01.what-the-future-will-be-like"], .lengthWrong),
        (["000-\(ids)-01"], .malformed),
        (["00_\(ids)-01"], .malformed),
        (["00-123456789012345678901234567890123-1234567890123456-01"], .malformed),
        (["00-12345678901234567890123456789012-12345678901234567-01"], .malformed),
        (["ff-\(ids)-01"], .versionInvalid),
        ([".0-\(ids)-01"], .versionInvalid),
        (["0.-\(ids)-01"], .versionInvalid),
        (["0G-\(ids)-01"], .versionInvalid),
        (["CC-\(ids)-01"], .versionInvalid),
        (["00-00000000000000000000000000000000-1234567890123456-01"], .traceIDInvalid),
        (["00-.2345678901234567890123456789012-1234567890123456-01"], .traceIDInvalid),
        (["00-1234567890123456789012345678901.-1234567890123456-01"], .traceIDInvalid),
        (["00-1234567890123456789012345678901A-1234567890123456-01"], .traceIDInvalid),
        (["00-12345678901234567890123456789012-0000000000000000-01"], .parentIDInvalid),
        (["00-12345678901234567890123456789012-.234567890123456-01"], .parentIDInvalid),
        (["00-12345678901234567890123456789012-123456789012345F-01"], .parentIDInvalid),
        (["00-\(ids)-.0"], .flagsInvalid),
        (["00-\(ids)-0."], .flagsInvalid),
        (["00-\(ids)-0A"], .flagsInvalid),
    ]

    @Test(arguments: refused.indices) func `a faulty traceparent has its refusal`(_ index: Int) {
        let (parents, refusal) = Self.refused[index]
        #expect(throws: refusal) { try TraceContext(parents: parents) }
    }

    @Test func `each refusal has a case`() { #expect(Set(Self.refused.map(\.1)) == Set(TraceContext.Refusal.allCases)) }

    private static func state(_ values: [String]) throws -> String? {
        try TraceContext(parents: [example], states: values).state
    }

    private static let many = (1...32).map { "bar\($0)=\($0)" }.joined(separator: ",")

    static let kept: [(values: [String], String?)] = [
        (["foo=1"], "foo=1"),
        (["foo=1,bar=2"], "foo=1,bar=2"),
        (["foo=1", "bar=2"], "foo=1,bar=2"),
        (["foo=1 \t , \t bar=2, \t baz=3"], "foo=1,bar=2,baz=3"),
        (["foo=1,", "", ",bar=2"], "foo=1,bar=2"),
        ([many], many),
        (["congo=t61rcWkgMzE", "rojo=00f067aa0ba902b7"], "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7"),
        (["foo= !\"#$%&'()*+-./0123456789:;<>?@[]^_`{|}~"], "foo= !\"#$%&'()*+-./0123456789:;<>?@[]^_`{|}~"),
        (["\(String(repeating: "z", count: 256))=1"], "\(String(repeating: "z", count: 256))=1"),
        (
            ["\(String(repeating: "t", count: 241))@\(String(repeating: "v", count: 14))=1"],
            "\(String(repeating: "t", count: 241))@\(String(repeating: "v", count: 14))=1"
        ),
        (["foo=\(String(repeating: "v", count: 256))"], "foo=\(String(repeating: "v", count: 256))"),
        (["0a@b=1"], "0a@b=1"),
    ]

    @Test(arguments: kept.indices) func `entries of other tracers are kept as they are`(_ index: Int) throws {
        #expect(try Self.state(Self.kept[index].values) == Self.kept[index].1)
    }

    @Test(arguments: [
        ["foo"], ["foo="], ["=1"], ["FOO=1"], ["foo =1"], ["foo.bar=1"], ["foo=1=2"], ["foo=1,foo=2"],
        ["foo=1", "foo=1"], ["foo@=1"], ["@foo=1"], ["foo@@bar=1"], ["foo@bar@baz=1"], ["foo=b\u{e4}r"], ["0foo=1"],
        ["foo@0bar=1"], ["\(many),bar33=33"],
        ["\(String(repeating: "z", count: 257))=1"], ["\(String(repeating: "t", count: 242))@v=1"],
        ["t@\(String(repeating: "v", count: 15))=1"], ["foo=\(String(repeating: "v", count: 257))"], [""],
    ]) func `an invalid tracestate is dropped, and the trace continues`(_ values: [String]) throws {
        #expect(try Self.state(values) == nil)
    }
}
