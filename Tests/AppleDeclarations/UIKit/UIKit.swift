// SPDX-License-Identifier: Apache-2.0
public import Foundation

// documentation/uikit/uiapplication
@available(iOS 2.0, *)
@MainActor open class UIApplication: NSObject {
    // documentation/uikit/uiapplication/shared
    @available(iOS 2.0, *)
    @available(iOSApplicationExtension, unavailable)
    public class var shared: UIApplication { application }
    // documentation/uikit/uiapplication/connectedscenes
    @available(iOS 13.0, *)
    open var connectedScenes: Set<UIScene> { standInScenes }

    /// The scenes that a test shows.
    public var standInScenes: Set<UIScene> = []
    private static let application = UIApplication()
}

// documentation/uikit/uiscene
@available(iOS 13.0, *)
@MainActor open class UIScene: NSObject {
    // documentation/uikit/uiscene/activationstate-swift.enum
    @available(iOS 13.0, *)
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    // documentation/uikit/uiscene/activationstate-swift.property
    @available(iOS 13.0, *)
    open var activationState: ActivationState { standInState }

    /// The state that a test gives the scene.
    public var standInState = ActivationState.unattached
}

// documentation/uikit/uiwindowscene
@available(iOS 13.0, *)
@MainActor open class UIWindowScene: UIScene {
    // documentation/uikit/uiwindowscene/keywindow
    @available(iOS 15.0, *)
    open var keyWindow: UIWindow? { standInWindow }

    /// The window that a test gives the scene.
    public var standInWindow: UIWindow?
}

// documentation/uikit/uiwindow
@available(iOS 2.0, *)
@MainActor open class UIWindow: NSObject {}

extension ProcessInfo {
    /// Foundation declares it on Apple's systems, and UIKit exports Foundation.
    ///
    // documentation/foundation/processinfo/performexpiringactivity(withreason:using:)
    @available(iOS 8.2, *)
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
        StandInActivities.begin(reason, block)
    }
}
