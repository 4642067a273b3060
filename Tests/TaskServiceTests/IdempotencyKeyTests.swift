// SPDX-License-Identifier: Apache-2.0
import TaskService
import Testing

@Suite struct IdempotencyKeyTests {
    /// Values of the header field, and the keys that they are; the first is the draft's own example.
    static let values: [(field: String, key: String)] = [
        ("\"8e03978e-40d5-43dd-bc93-6894a57f9324\"", "8e03978e-40d5-43dd-bc93-6894a57f9324"),
        ("\"a\"", "a"), ("\" \"", " "), (#""a\"b""#, #"a"b"#), (#""a\\""#, #"a\"#),
        ("\"" + String(repeating: "k", count: 255) + "\"", String(repeating: "k", count: 255)),
        ("\"" + String(repeating: #"\\"#, count: 255) + "\"", String(repeating: #"\"#, count: 255)),
    ]

    @Test(arguments: values)
    func `a value is the key in quotes`(_ field: String, _ key: String) {
        #expect(IdempotencyKey(field: field)?.text == key)
    }

    @Test(arguments: [
        "", "\"", "\"\"", "a", "8e03978e-40d5-43dd-bc93-6894a57f9324", "\"a", "a\"", "'a'", "\"a\"b\"", #""a\""#,
        #""\a""#, #""a""b""#, #""a\b\c""#,
        "\"a\";b=1", "\"a\", \"b\"", "\"ä\"", "\"a\tb\"", "\"\u{7f}\"", ":YQ==:", "?1", "1",
        "\"" + String(repeating: "k", count: 256) + "\"",
    ])
    func `a value is no key`(_ field: String) { #expect(IdempotencyKey(field: field) == nil) }
}
