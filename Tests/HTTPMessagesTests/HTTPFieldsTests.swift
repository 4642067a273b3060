// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

/// Fields in their order. RFC 9110 §5.2, §5.3
@Suite struct HTTPFieldsTests {
    private static let fields = HTTPFields([
        HTTPField(name: .vary, value: "Accept"), HTTPField(name: .age, value: "1"),
        HTTPField(name: HTTPField.Name(token: "vary"), value: "Origin"), HTTPField(name: .vary, value: "Cookie"),
    ])

    @Test func `values of one name are read together or apart`() {
        #expect(Self.fields[.vary] == "Accept, Origin, Cookie")
        #expect(Self.fields[values: .vary] == ["Accept", "Origin", "Cookie"])
        #expect(Self.fields[fields: .vary].map(\.name.rawName) == ["Vary", "vary", "Vary"])
        #expect(Self.fields[.age] == "1" && Self.fields.contains(.age))
        #expect(Self.fields[.date] == nil && Self.fields[values: .date] == [] && !Self.fields.contains(.date))
    }

    @Test func `each pair of Cookie gets a field of its own`() {
        var fields: HTTPFields = [.cookie: "z=0", .age: "1"]
        fields[.cookie] = "a=1; b=2"
        #expect(fields[values: .cookie] == ["a=1", "b=2"])
        fields[.cookie] = nil
        #expect(!fields.contains(.cookie))
    }

    @Test func `pairs of Cookie are joined by semicolons`() {
        let fields: HTTPFields = [.cookie: "a=1", .age: "1", .cookie: "b=2"]
        #expect(fields[.cookie] == "a=1; b=2")
    }

    @Test func `a new value replaces the first previous value in place`() {
        var fields = Self.fields
        fields[.vary] = "*"
        #expect(fields.map(\.description) == ["Vary: *", "Age: 1"])
        fields[values: .age] = ["2", "3"]
        #expect(fields.map(\.description) == ["Vary: *", "Age: 2", "Age: 3"])
        fields[fields: .vary] = [HTTPField(name: .date, value: "ignored"), HTTPField(name: .vary, value: "Origin")]
        #expect(fields.map(\.description) == ["Vary: Origin", "Age: 2", "Age: 3"])
        fields[.age] = nil
        fields[.location] = "/"
        #expect(fields.description == "Vary: Origin\nLocation: /")
        fields[.date] = nil
        fields[values: .vary].append("Cookie")
        #expect(fields[values: .vary] == ["Origin", "Cookie"] && fields.count == 2 + 1)
    }

    @Test func `the order of different names does not matter, that of one name does`() {
        let fields: HTTPFields = [.age: "1", .vary: "a", .vary: "b"]
        let reordered: HTTPFields = [.vary: "a", .age: "1", .vary: "b"]
        let swapped: HTTPFields = [.age: "1", .vary: "b", .vary: "a"]
        #expect(fields == reordered && fields.hashValue == reordered.hashValue)
        #expect(fields != swapped)
        #expect(fields != [.age: "1", .vary: "a"])
        #expect(fields != [.age: "1", .vary: "a", .vary: "b", .date: ""])
        // One joined value is not two values.
        #expect(fields != [.age: "1", .vary: "a, b"])
    }

    @Test func `fields are a collection that can change`() {
        var fields = HTTPFields()
        #expect(fields.isEmpty)
        fields.reserveCapacity(3)
        fields.append(HTTPField(name: .age, value: "1"))
        fields.append(contentsOf: Self.fields)
        fields[0].value = "2\r\n"
        fields.removeAll { $0.name == .vary }
        #expect(fields.map(\.description) == ["Age: 2", "Age: 1"])
        fields.replaceSubrange(0..<1, with: [HTTPField(name: .date, value: "now")])
        #expect(fields.map(\.description) == ["Date: now", "Age: 1"])
        #expect(fields.last?.name == .age && fields.endIndex == 2)
    }
}
