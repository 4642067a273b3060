// SPDX-License-Identifier: Apache-2.0
public import Foundation

// documentation/appkit/nsapplication
@available(macOS 10.0, *)
@MainActor open class NSApplication: NSObject {
    // documentation/appkit/nsapplication/shared
    @available(macOS 10.0, *)
    public class var shared: NSApplication { application }
    // documentation/appkit/nsapplication/keywindow
    @available(macOS 10.0, *)
    open var keyWindow: NSWindow? { standInKeyWindow }
    // documentation/appkit/nsapplication/windows
    @available(macOS 10.0, *)
    open var windows: [NSWindow] { standInWindows }

    /// The windows that a test shows.
    public var standInKeyWindow: NSWindow?
    public var standInWindows: [NSWindow] = []
    private static let application = NSApplication()
}

// documentation/appkit/nswindow
@available(macOS 10.0, *)
@MainActor open class NSWindow: NSObject {}
