// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import Foundation
import MicrosoftGraph
import QuickStart
import SwiftUI

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

/// The picture of a person, or the initials.
struct Portrait: View {
    let photo: PersonPhoto?
    let initials: String

    var body: some View {
        switch photo.flatMap(Image.init) {
        case let image?:
            image.resizable().scaledToFill().frame(width: 64, height: 64).clipShape(.circle).accessibilityHidden(true)
        case nil: Initials(initials)
        }
    }
}

extension Image {
    /// The picture of a photo; `nil` if the system cannot read it.
    fileprivate init?(_ photo: PersonPhoto) {
        #if canImport(UIKit)
        guard let picture = UIImage(data: photo.data) else { return nil }
        self.init(uiImage: picture)
        #else
        guard let picture = NSImage(data: photo.data) else { return nil }
        self.init(nsImage: picture)
        #endif
    }
}
#endif
