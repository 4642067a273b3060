// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// WCAG 2.2, relative luminance and contrast ratio.
struct Colour: Sendable, Hashable {
    private let red: Double
    private let green: Double
    private let blue: Double

    static let black = Colour(red: 0, green: 0, blue: 0)
    static let white = Colour(red: 255, green: 255, blue: 255)

    private init(red: Double, green: Double, blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    init?(_ text: String) {
        guard text.wholeMatch(of: #/#[0-9A-Fa-f]{6}/#) != nil, let number = Int(text.dropFirst(), radix: 16) else {
            return nil
        }
        self.init(red: Double(number >> 16), green: Double(number >> 8 & 255), blue: Double(number & 255))
    }

    var text: String {
        "#"
            + [red, green, blue].map { channel in
                let digits = String(Int(channel.rounded()), radix: 16)
                return digits.count == 1 ? "0\(digits)" : digits
            }.joined()
    }

    /// From 1 to 21.
    func contrast(with other: Colour) -> Double {
        let lights = [luminance, other.luminance].sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }

    var readableInk: Colour { contrast(with: .white) >= contrast(with: .black) ? .white : .black }

    /// The nearest shade towards black or white with enough contrast on a background: at least 4.6 to 1.
    func readable(on ground: Colour) -> Colour {
        let end = ground.readableInk
        return stride(from: 0.0, through: 1, by: 0.05).lazy.map { mixed(with: end, share: $0) }
            .first { $0.contrast(with: ground) >= 4.6 } ?? end
    }

    func mixed(with other: Colour, share: Double) -> Colour {
        func mix(_ own: Double, _ others: Double) -> Double { own + (others - own) * share }
        return Colour(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    private var luminance: Double {
        let parts = [red, green, blue].map { channel in
            let share = channel / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
