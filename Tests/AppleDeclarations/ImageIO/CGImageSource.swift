// SPDX-License-Identifier: Apache-2.0
public import CoreGraphics
public import Foundation

public typealias CFData = NSData
public typealias CFDictionary = NSDictionary
public typealias CFString = NSString

// documentation/imageio/cgimagesource
@available(iOS 4.0, macOS 10.8, *)
public class CGImageSource {}

// documentation/imageio/cgimagesourcecreatewithdata(_:_:)
@available(iOS 4.0, macOS 10.4, *)
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    data.length == 0 ? nil : CGImageSource()
}

// documentation/imageio/cgimagesourcecreatethumbnailatindex(_:_:_:)
@available(iOS 4.0, macOS 10.4, *)
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    options?[kCGImageSourceThumbnailMaxPixelSize] == nil ? nil : CGImage()
}

// documentation/imageio/kcgimagesourcecreatethumbnailfromimagealways
@available(iOS 4.0, macOS 10.4, *)
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "always"
// documentation/imageio/kcgimagesourcecreatethumbnailwithtransform
@available(iOS 4.0, macOS 10.4, *)
nonisolated(unsafe) public let kCGImageSourceCreateThumbnailWithTransform: CFString = "transform"
// documentation/imageio/kcgimagesourcethumbnailmaxpixelsize
@available(iOS 4.0, macOS 10.4, *)
nonisolated(unsafe) public let kCGImageSourceThumbnailMaxPixelSize: CFString = "size"
