// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

extension String {
    /// Ignores case, marks, and width, like Foundation's `folding` in the scripts in use; stores keep this form, so it
    /// must not change.
    var folded: String {
        var folded = ""
        var base: Unicode.Scalar?
        for scalar in unicodeScalars.map(Self.inUsualWidth) {
            let parts = String(scalar).canonicalDecomposition
            for part in parts.first.map(\.hasOptionalMarks) == true ? parts : [scalar] {
                if part.properties.isGraphemeExtend || part.properties.isEmojiModifier {
                    guard let base, !base.hasOptionalMarks, !part.hasOptionalMarks else { continue }
                } else {
                    base = part
                }
                folded += Self.withoutCase(part)
            }
        }
        return folded
    }

    /// Upper case first, because it distinguishes fewer letters, such as "ß" and "ss".
    private static func withoutCase(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "ẞ": "ss"
        // Its upper case is that of "i".
        case "ı": "ı"
        default: scalar.properties.uppercaseMapping.lowercased()
        }
    }

    private static func inUsualWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0xFF61...0xFF9F: kana[Int(scalar.value) - 0xFF61]
        case 0xFFE0...0xFFE6: signs[Int(scalar.value) - 0xFFE0]
        default: scalar
        }
    }

    /// The characters from U+FFE0 in usual width; the fourth has none.
    private static let signs = Array("¢£¬\u{FFE3}¦¥₩".unicodeScalars)
    /// The characters from U+FF61 in usual width.
    private static let kana = Array(
        ("。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
            + "\u{3099}\u{309A}").unicodeScalars)
}

extension Unicode.Scalar {
    /// Letters and marks of Latin, Greek, and Cyrillic; in other scripts, a mark makes another word.
    fileprivate var hasOptionalMarks: Bool { value < 0x510 }
}
