// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import CoreGraphics
import Foundation
import ImageIO
import MicrosoftGraph
import QuickStart
import SwiftUI

struct Portrait: View {
    let photo: PersonPhoto?
    let initials: String
    @State private var picture: CGImage?
    @ScaledMetric private var side = 64.0

    var body: some View {
        PortraitImage(picture: picture, initials: initials, side: side)
            .task(id: photo) { picture = await Self.picture(of: photo) }
    }

    /// Decodes a photo off the main actor, and no larger than it is shown, because a small file can contain a huge
    /// image.
    @concurrent private static func picture(of photo: PersonPhoto?) async -> sending CGImage? {
        photo.flatMap { CGImageSourceCreateWithData($0.data as CFData, nil) }.flatMap {
            let options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceThumbnailMaxPixelSize: 512,
            ]
            return CGImageSourceCreateThumbnailAtIndex($0, 0, options as CFDictionary)
        }
    }
}

/// The decoded photo; VoiceOver reads the name beside it.
struct PortraitImage: View {
    let picture: CGImage?
    let initials: String
    let side: Double

    var body: some View {
        switch picture {
        case let picture?:
            Image(decorative: picture, scale: 1).resizable().scaledToFill().frame(width: side, height: side)
                .clipShape(.circle)
        case nil: Initials(initials)
        }
    }
}
#endif
