// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// A photo of at most 4 MiB, in a validated format that every browser supports.
///
/// ```swift
/// if let photo = try await graph.photo(of: ana.id, size: .pixels96) {
///     let name = photo.format == .png ? "ana.png" : "ana.jpg"
///     try photo.data.write(to: folder.appending(path: name))
/// }
/// ```
public struct PersonPhoto: Sendable, Hashable {
    /// The accepted formats.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// The format that Graph returns.
        case jpeg = "image/jpeg"
        /// The format that the local tenant returns.
        case png = "image/png"

        fileprivate var signature: [UInt8] {
            switch self {
            case .jpeg: [0xFF, 0xD8, 0xFF]
            case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            }
        }
    }

    /// The sizes that Graph stores, in pixels per side.
    public enum Size: Int, Sendable, Hashable, CaseIterable {
        /// 48 pixels.
        case pixels48 = 48
        /// 64 pixels.
        case pixels64 = 64
        /// 96 pixels.
        case pixels96 = 96
        /// 120 pixels.
        case pixels120 = 120
        /// 240 pixels.
        case pixels240 = 240
        /// 360 pixels.
        case pixels360 = 360
        /// 432 pixels.
        case pixels432 = 432
        /// 504 pixels.
        case pixels504 = 504
        /// 648 pixels.
        case pixels648 = 648
    }

    /// The format, detected from the first bytes; its raw value is the media type.
    public var format: Format
    /// The contents of the file.
    public var data: Data

    /// The maximum size, which is also Graph's upload limit.
    package static let maximumBytes = 4 << 20

    /// The media type alone does not make the content a picture.
    package init(contentType: String?, data: Data) throws {
        guard contentType?.lowercased().hasPrefix("image/") == true,
            let format = Format.allCases.first(where: { data.starts(with: $0.signature) })
        else { throw GraphError.unreadable("the content is neither JPEG nor PNG") }
        guard data.count <= Self.maximumBytes else {
            throw GraphError.unreadable(
                "the photo is larger than \(Self.maximumBytes) bytes", remedy: "request a smaller size")
        }
        self.format = format
        self.data = data
    }
}
