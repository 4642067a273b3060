// SPDX-License-Identifier: Apache-2.0
import Foundation
import PortableFoundation
import Testing

/// Our functions for text beside those of Foundation, which the programs do without.
@Suite struct TextTests {
    private static let scalars = (0..<0x11_0000 as Range<UInt32>).compactMap(Unicode.Scalar.init)

    @Test(arguments: [
        "", "a b", "a%20b", "%C3%A4", "%c3%a4", "ä%20ä", "%", "%2", "%2g", "%g2", "%%20", "%C3", "%FF", "%ED%A0%80",
        "%F4%90%80%80", "%00", "a+b", "%2B+", "%252F", "100%", "%u0041", "%+1", "% 1",
    ]) func `percent-encoded text is decoded`(_ text: String) {
        #expect(text.percentDecoded == text.removingPercentEncoding)
        let form = text.replacing("+", with: " ").removingPercentEncoding
        #expect(String(percentEncoded: text.utf8, isForm: true) == form)
    }

    @Test func `text is percent-encoded`() {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        for scalar in Self.scalars.prefix(0x3000) + Self.scalars.suffix(10) {
            let text = "a\(scalar)"
            #expect(text.percentEncoded() == text.addingPercentEncoding(withAllowedCharacters: unreserved))
            let more = text.addingPercentEncoding(withAllowedCharacters: unreserved.union(["@", "!"]))
            #expect(text.percentEncoded(except: "@!") == more)
            #expect(text.percentEncoded().percentDecoded == text)
        }
    }

    @Test func `white space is trimmed at both ends`() {
        for text in ["", " ", "\n \t", "a", " a", "a ", " a b\r\n", "\u{3000}a\u{A0}", "\u{200B}a", "\u{1C}a\u{85}"] {
            #expect(text.trimmed() == text.trimmingCharacters(in: .whitespacesAndNewlines), "\(text.debugDescription)")
        }
        #expect("[a[]]".trimmed { "[]".contains($0) } == "a")
    }

    @Test func `each scalar is white space here if it is there`() {
        let ours = Self.scalars.filter { "\($0)".trimmed().isEmpty }
        let theirs = Self.scalars.filter { "\($0)".trimmingCharacters(in: .whitespacesAndNewlines).isEmpty }
        #expect(ours == theirs)
    }

    /// The letters of Unicode 8, which Foundation knows.
    ///
    /// It takes U+10041 for an A, and reorders no marks of Tibetan.
    @Test func `letters are composed and decomposed`() {
        let tibetan: Set<UInt32> = [0xF73, 0xF75, 0xF81]
        let isKnown = { (scalar: Unicode.Scalar) in scalar.properties.age.map { $0.major <= 8 } ?? false }
        for scalar in Self.scalars.prefix(0xF000) where isKnown(scalar) && !tibetan.contains(scalar.value) {
            for text in ["\(scalar)", "a\(scalar)", "\(scalar)\u{301}", "e\u{323}\(scalar)\u{302}"] {
                let composed = text.precomposedStringWithCanonicalMapping
                #expect(Array(text.canonicalComposition.unicodeScalars) == Array(composed.unicodeScalars))
                let decomposed = text.decomposedStringWithCanonicalMapping
                #expect(text.canonicalDecomposition == Array(decomposed.unicodeScalars))
            }
        }
        #expect("\u{10041}\u{301}".canonicalComposition.unicodeScalars.count == 2)
    }
}
