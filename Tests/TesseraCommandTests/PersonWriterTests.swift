// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import ClientCommands
@testable import MicrosoftGraph

/// People in CSV, vCard and JSON.
@Suite struct PersonWriterTests {
    /// Cells, and their rows. RFC 4180 §2
    static let cells: [(cells: [String], row: String)] = [
        (["aaa", "b \r\nbb", "ccc"], "\"aaa\",\"b \r\nbb\",\"ccc\"\r\n"),
        (["aaa", #"b"bb"#, "ccc"], "\"aaa\",\"b\"\"bb\",\"ccc\"\r\n"),
        (["", "a,b", ""], ",\"a,b\",\r\n"), (["a;=b"], "\"a;=b\"\r\n"),
        (["a\u{0}\u{1B}[2Jb"], "\"a\u{FFFD}\u{FFFD}[2Jb\"\r\n"),
    ]

    @Test(arguments: cells) func `a row reads`(_ cells: [String], _ row: String) {
        #expect(CSVRow(cells).text == row)
    }

    /// Texts with which a formula begins, and others. OWASP, CSV Injection
    static let formulas: [(text: String, isFormula: Bool)] = [
        ("=1+1", true), ("+49 30", true), ("-1", true), ("@SUM(A1)", true), ("\t=1", true), ("\r=1", true),
        ("\n=1", true), ("\r\n=1", true), ("\u{FF1D}1", true), ("\u{FF0B}1", true), ("\u{FF0D}1", true),
        ("\u{FF20}A", true),
        ("=\u{301}1", true), ("a=1", false), ("1+1", false), ("Ana", false), ("", false), ("'=1", false),
    ]

    @Test(arguments: formulas) func `cells that look like formulas are escaped`(_ text: String, _ isFormula: Bool) {
        let defused = CSVRow.defused(text)
        #expect(defused.unicodeScalars.elementsEqual(((isFormula ? "'" : "") + text).unicodeScalars))
    }

    @Test func `only a file begins with a byte order mark`() throws {
        let writer = PersonWriter(format: .csv, hasPhotos: true)
        let file = writer.beginning(isFile: true)
        #expect(file.starts(with: [0xEF, 0xBB, 0xBF]))
        #expect(writer.beginning(isFile: false) == file.dropFirst(3))
        #expect(String(decoding: file, as: UTF8.self).hasSuffix("\"preferredLanguage\",\"photo\"\r\n"))
        #expect(PersonWriter(format: .vcard, hasPhotos: true).beginning(isFile: true).isEmpty)
        let row = String(decoding: try writer.record(of: Person(id: "1"), photo: nil), as: UTF8.self)
        #expect(row == "\"1\",,,,,,,,,,,,\r\n")
    }

    /// A line, and the octets of its folded lines, 75 at most. RFC 6350 §3.2
    @Test(arguments: [
        (String(repeating: "a", count: 75), [75]), (String(repeating: "a", count: 76), [75, 2]),
        (String(repeating: "a", count: 149), [75, 75]), (String(repeating: "a", count: 150), [75, 75, 2]),
        (String(repeating: "a", count: 74) + "é", [74, 3]), (String(repeating: "a", count: 73) + "é", [75]),
        (String(repeating: "a", count: 72) + "🦊", [72, 5]), (String(repeating: "é", count: 75), [74, 75, 3]),
        ("", [0]),
    ])
    func `a long line is folded`(_ line: String, _ octets: [Int]) {
        let folded = VCard.folded(line)
        let lines = folded.components(separatedBy: "\r\n")
        #expect(lines.map(\.utf8.count) == octets)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") })
        #expect(folded.replacing("\r\n ", with: "") == line)
    }

    /// Texts, and their values in a card. RFC 6350 §3.4
    @Test(arguments: [
        (#"a\b"#, #"a\\b"#), ("a,b;c", #"a\,b\;c"#), ("a\nb", #"a\nb"#), ("a\r\nb", #"a\nb"#), ("a\rb", #"a\nb"#),
        ("a\n\nb", #"a\n\nb"#), ("a:b", "a:b"), ("a\nEND:VCARD", #"a\nEND:VCARD"#), ("a\u{7}b", "a\u{FFFD}b"),
    ])
    func `a text is escaped`(_ text: String, _ escaped: String) { #expect(VCard.escaped(text) == escaped) }

    @Test func `a card has the properties of a person`() throws {
        let id = "b42f7609-ea53-47c8-b315-8ab13e34f58e"
        let person = Person(
            id: id, displayName: "Ana Silva", givenName: "Ana", surname: "Silva, Jr.",
            userPrincipalName: "ana@contoso.com", mail: "ana@contoso.com", jobTitle: "R&D; Lead",
            department: "Engineering",
            officeLocation: "18/2111", mobilePhone: "+49 1", businessPhones: ["+49 30 1", "+49 30 2"],
            preferredLanguage: "en-GB")
        let png = try PersonPhoto(
            contentType: "image/png", data: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        let lines = VCard(person, photo: png).text.components(separatedBy: "\r\n")
        #expect(
            lines == [
                "BEGIN:VCARD", "VERSION:4.0", "KIND:individual", "UID:urn:uuid:\(id)", "FN:Ana Silva",
                #"N:Silva\, Jr.;Ana;;;"#, "EMAIL;TYPE=work:ana@contoso.com", "TEL;TYPE=work:+49 30 1",
                "TEL;TYPE=work:+49 30 2", "TEL;TYPE=cell:+49 1", #"TITLE:R&D\; Lead"#, "ORG:;Engineering",
                "ADR;TYPE=work:;;18/2111;;;;", "LANG:en-GB", "X-USER-PRINCIPAL-NAME:ana@contoso.com",
                "PHOTO:data:image/png;base64,iVBORw0KGgo=", "END:VCARD", "",
            ])
    }

    @Test func `a card needs no name, and takes no wrong language`() {
        let lines = VCard(Person(id: "a;b", preferredLanguage: "en\nEND"), photo: nil).text.components(
            separatedBy: "\r\n")
        #expect(
            lines == [
                "BEGIN:VCARD", "VERSION:4.0", "KIND:individual", #"UID;VALUE=text:a\;b"#, #"FN:a\;b"#, "END:VCARD", "",
            ])
    }

    @Test func `a line of JSON is one line, whatever a name holds`() throws {
        let person = Person(id: "1", displayName: "Z\u{2028}oë\n\u{202E}/")
        let writer = PersonWriter(format: .json, hasPhotos: false)
        let line = try writer.record(of: person, photo: nil)
        #expect(String(decoding: line, as: UTF8.self) == #"{"displayName":"Z\u2028oë\n\u202e/","id":"1"}"# + "\n")
        #expect(try JSONDecoder().decode(Person.self, from: line) == person)
    }

    @Test(arguments: [
        "", ".", "..", "../a", "a/b", "a.b", "-a", "a b", "a\u{0}", "é", String(repeating: "a", count: 129),
    ])
    func `an unsafe ID gets no file`(_ id: String) { #expect(PhotoFolder.name(of: id, .png) == nil) }

    @Test func `a photo is named by the id`() {
        #expect(PhotoFolder.name(of: "b42f-1", .png) == "b42f-1.png" && PhotoFolder.name(of: "A_1", .jpeg) == "A_1.jpg")
        #expect(PhotoFolder.name(of: String(repeating: "a", count: 128), .jpeg) != nil)
    }
}
