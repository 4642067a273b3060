// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import PortableFoundation
import SystemCryptography
import TenantAuthorization
import TenantDirectory

struct PhotoReply {
    private let person: DirectoryPerson
    private let side: Int
    private let picture: Identicon

    private static let sides = [48, 64, 96, 120, 240, 360, 432, 504, 648]
    private static let largest = 648

    /// By default the largest; throws ``GraphFault`` (404) for a person without a photo, and for an unknown size.
    init(person: DirectoryPerson, size: String?) throws {
        guard let picture = Identicon(personID: person.id),
            let side = size == nil ? Self.largest : Self.sides.first(where: { Self.name(of: $0) == size?.lowercased() })
        else { throw GraphFault.imageNotFound }
        self.person = person
        self.side = side
        self.picture = picture
    }

    static func list(of person: DirectoryPerson, on platform: PlatformContext) -> Response {
        let photos = sides.compactMap { try? PhotoReply(person: person, size: name(of: $0)) }
        return JSONReply.make(
            .object([
                ("@odata.context", .string(platform.graphContext("users('\(person.id)')/photos"))),
                ("value", .array(photos.map { .object($0.description) })),
            ]))
    }

    func reply(on platform: PlatformContext) -> Response {
        let context = platform.graphContext("users('\(person.id)')/photo/$entity")
        return JSONReply.make(.object([("@odata.context", .string(context))] + description))
    }

    private var description: [(String, OrderedJSON)] {
        [
            ("@odata.mediaContentType", .string(PNGImage.mediaType)), ("@odata.mediaEtag", .string(entityTag)),
            ("id", .string(Self.name(of: side))), ("height", .integer(side)), ("width", .integer(side)),
        ]
    }

    func content() throws -> Response {
        Response(
            status: .ok, headers: [.contentType: PNGImage.mediaType, .eTag: entityTag],
            body: ResponseBody(picture.image(side: side).bytes))
    }

    private var entityTag: String { "\"\(person.id)\"" }

    private static func name(of side: Int) -> String { "\(side)x\(side)" }
}

/// A square PNG in two colors, uncompressed (RFC 1951 §3.2.4): one bit per pixel is small enough. ISO/IEC 15948
struct PNGImage: Sendable {
    typealias Color = (red: UInt8, green: UInt8, blue: UInt8)

    static let mediaType = "image/png"

    let bytes: [UInt8]

    init(side: Int, background: Color, foreground: Color, isForeground: (_ x: Int, _ y: Int) -> Bool) {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let size = Self.bigEndian(UInt32(side))
        // One bit per pixel, palette colors, the only defined compression and filter methods, and no interlacing.
        file += Self.chunk("IHDR", size + size + [1, 3, 0, 0, 0])
        file += Self.chunk("PLTE", [background, foreground].flatMap { [$0.red, $0.green, $0.blue] })
        file += Self.chunk("IDAT", Self.stored(Self.rows(side: side, isForeground)))
        bytes = file + Self.chunk("IEND", [])
    }

    /// Each row begins with its filter, 0 for none.
    private static func rows(side: Int, _ isForeground: (_ x: Int, _ y: Int) -> Bool) -> [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<side {
            var row = [UInt8](repeating: 0, count: 1 + (side + 7) / 8)
            for x in 0..<side where isForeground(x, y) { row[1 + x / 8] |= 0x80 >> (x % 8) }
            rows += row
        }
        return rows
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + content
        return bigEndian(UInt32(content.count)) + named + bigEndian(cyclicRedundancyCheck(named))
    }

    /// A zlib stream of stored blocks. RFC 1950 §2.2
    private static func stored(_ content: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        while start < content.count {
            let end = min(start + 0xFFFF, content.count)
            let length = UInt16(end - start)
            stream.append(end == content.count ? 1 : 0)
            for value in [length, ~length] { stream += [UInt8(value & 0xFF), UInt8(value >> 8)] }
            stream += content[start..<end]
            start = end
        }
        return stream + bigEndian(adler32(content))
    }

    /// The sum at the end of a zlib stream. RFC 1950 §8.2
    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    /// The sum at the end of each chunk. ISO/IEC 15948 annex D
    static func cyclicRedundancyCheck(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF) { register, byte in table[Int((register ^ UInt32(byte)) & 0xFF)] ^ (register >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}

/// A sample person's photo: a symmetric pattern in one color, which depends only on the ID.
struct Identicon: Sendable {
    private let digest: [UInt8]

    private static let cells = 5
    private static let background: PNGImage.Color = (244, 241, 234)
    private static let colors: [PNGImage.Color] = [
        (158, 59, 42), (30, 96, 110), (104, 79, 140), (62, 107, 54), (171, 104, 23), (39, 74, 128), (140, 46, 94),
    ]

    /// `nil` for one person in eight, who has no photo.
    init?(personID: String) {
        digest = Array(SHA256.hash(data: Data(personID.lowercased().utf8)))
        guard digest[9] % 8 != 0 else { return nil }
    }

    func image(side: Int) -> PNGImage {
        // Twelve units per side: a margin of one, and two per cell.
        PNGImage(
            side: side, background: Self.background, foreground: Self.colors[Int(digest[2]) % Self.colors.count]
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
