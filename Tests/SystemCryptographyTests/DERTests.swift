// SPDX-License-Identifier: Apache-2.0
import SystemCryptography
import Testing

@Suite struct DERTests {
    @Test(arguments: ["020100", "02020080", "0203010001", "3000"])
    func `reads values in their shortest form`(_ text: String) throws {
        var reader = DER.Reader(bytes(text))
        if text == "3000" { _ = try reader.element(DER.Tag.sequence) } else { _ = try reader.unsignedInteger() }
        #expect(reader.isAtEnd)
    }

    @Test(arguments: ["0200", "020180", "02020001", "02810100", "0280", "0282000101", "0285", "028101", "0202", "02"])
    func `rejects values that are not in their shortest form`(_ text: String) {
        #expect(throws: DER.Invalid.self) {
            var reader = DER.Reader(bytes(text))
            _ = try reader.unsignedInteger()
        }
    }

    /// Both sides of each limit of the form of a length. X.690 §10.1
    @Test(arguments: [
        (0, "0400"), (1, "0401"), (0x7F, "047f"), (0x80, "048180"), (0xFF, "0481ff"), (0x100, "04820100"),
        (0xFFFF, "0482ffff"), (0x10000, "0483010000"),
    ])
    func `a length is written in its shortest form, and read again`(_ length: Int, _ head: String) throws {
        let content = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        var writer = DER.Writer()
        writer.element(DER.Tag.octetString, content)
        writer.append([0x05, 0x00])
        #expect(writer.bytes == bytes(head) + content + [0x05, 0x00])
        var reader = DER.Reader(writer.bytes)
        #expect(try Array(reader.element(DER.Tag.octetString)) == content)
        #expect(reader.isNext(DER.Tag.null) && !reader.isAtEnd)
        #expect(try reader.element(DER.Tag.null).isEmpty && reader.isAtEnd)
    }

    @Test(arguments: [
        "", "02", "0500", "0401", "0402", "04810100", "04817f", "0480000000", "048180", "0482000100", "04820100",
        "0485000000000100", "048501000000000000", "04ff00",
    ])
    func `no other element and no other length is read`(_ text: String) {
        #expect(throws: DER.Invalid.self) {
            var reader = DER.Reader(bytes(text))
            _ = try reader.element(DER.Tag.octetString)
        }
    }

    @Test(
        arguments: [
            ([], "020100"), ([0, 0], "020100"), ([1], "020101"), ([0x7F], "02017f"), ([0x80], "02020080"),
            ([0, 0, 1, 0], "02020100"), ([0xFF, 0], "020300ff00"),
        ] as [([UInt8], String)])
    func `a number is written without a sign and without needless zeros`(_ number: [UInt8], _ text: String) throws {
        var writer = DER.Writer()
        writer.unsignedInteger(number)
        #expect(writer.bytes == bytes(text))
        var reader = DER.Reader(writer.bytes)
        #expect(try reader.unsignedInteger() == Array(number.drop { $0 == 0 }))
    }

    @Test func `a string of bits has whole bytes`() throws {
        var writer = DER.Writer()
        writer.bitString([1, 2] as [UInt8])
        #expect(writer.bytes == bytes("0303000102"))
        var reader = DER.Reader(writer.bytes)
        #expect(try Array(reader.bitString()) == [1, 2])
        for refused in ["0300", "03020180", "03020701", "0403000102"] {
            #expect(throws: DER.Invalid.self) {
                var reader = DER.Reader(bytes(refused))
                _ = try reader.bitString()
            }
        }
    }

    @Test func `an element must be read to its end`() throws {
        var writer = DER.Writer()
        writer.elements { sequence in
            sequence.unsignedInteger([1])
            sequence.elements(DER.Tag.context(3)) { $0.unsignedInteger([2]) }
        }
        #expect(writer.bytes == bytes("3008020101a303020102"))
        var reader = DER.Reader(writer.bytes)
        let numbers = try reader.elements { (sequence) throws(DER.Invalid) in
            [
                try sequence.unsignedInteger(),
                try sequence.elements(DER.Tag.context(3)) { (inner) throws(DER.Invalid) in try inner.unsignedInteger()
                },
            ]
        }
        #expect(numbers == [[1], [2]] && reader.isAtEnd)
        #expect(throws: DER.Invalid.self) {
            var reader = DER.Reader(writer.bytes)
            _ = try reader.elements { (sequence) throws(DER.Invalid) in try sequence.unsignedInteger() }
        }
    }
}
