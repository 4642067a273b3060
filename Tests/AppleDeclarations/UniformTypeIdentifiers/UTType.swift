// SPDX-License-Identifier: Apache-2.0

// documentation/uniformtypeidentifiers/uttype-swift.struct
@available(iOS 14.0, macOS 11.0, *)
public struct UTType: Hashable, Sendable {
    public let identifier: String

    // documentation/uniformtypeidentifiers/uttype-swift.struct/propertylist
    @available(iOS 14.0, macOS 11.0, *)
    public static var propertyList: UTType { UTType(identifier: "com.apple.property-list") }
}
