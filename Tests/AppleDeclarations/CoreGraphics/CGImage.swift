// SPDX-License-Identifier: Apache-2.0

// documentation/coregraphics/cgimage
@available(iOS 2.0, macOS 10.0, *)
public class CGImage {
    /// Creates the picture of a test.
    public init() {}
}
