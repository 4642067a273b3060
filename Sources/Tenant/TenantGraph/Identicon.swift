// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation

/// The photo of a sample person: a symmetric pattern in one colour, always the same for one id.
struct Identicon: Sendable {
    private let digest: [UInt8]

    private static let cells = 5
    private static let background: PNGImage.Colour = (244, 241, 234)
    private static let colours: [PNGImage.Colour] = [
        (158, 59, 42), (30, 96, 110), (104, 79, 140), (62, 107, 54), (171, 104, 23), (39, 74, 128), (140, 46, 94),
    ]

    /// Creates a person's picture; `nil` for one in eight, who has no photo.
    init?(personID: String) {
        digest = Array(SHA256.hash(data: Data(personID.lowercased().utf8)))
        guard digest[9] % 8 != 0 else { return nil }
    }

    /// The picture with a number of pixels a side.
    func image(side: Int) -> PNGImage {
        // Twelve units a side: a margin of one, and two for each cell.
        PNGImage(
            side: side, background: Self.background, foreground: Self.colours[Int(digest[2]) % Self.colours.count]
        ) { x, y in
            let (column, row) = (x * 12 / side, y * 12 / side)
            guard (1...10).contains(column), (1...10).contains(row) else { return false }
            return isFilled(column: (column - 1) / 2, row: (row - 1) / 2)
        }
    }

    /// The digest decides the left half, and the right half mirrors it.
    private func isFilled(column: Int, row: Int) -> Bool {
        let bit = min(column, Self.cells - 1 - column) * Self.cells + row
        return digest[bit / 8] >> (bit % 8) & 1 == 1
    }
}
