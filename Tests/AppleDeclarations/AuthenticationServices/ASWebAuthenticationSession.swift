// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

#if canImport(UIKit)
// documentation/authenticationservices/aspresentationanchor
@available(iOS 12.0, macOS 10.15, *)
public typealias ASPresentationAnchor = UIWindow
#else
// documentation/authenticationservices/aspresentationanchor
@available(iOS 12.0, macOS 10.15, *)
public typealias ASPresentationAnchor = NSWindow
#endif

// documentation/authenticationservices/aswebauthenticationsession
@available(iOS 12.0, macOS 10.15, *)
open class ASWebAuthenticationSession: NSObject {
    // documentation/authenticationservices/aswebauthenticationsession/completionhandler
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    // documentation/authenticationservices/aswebauthenticationsession/callback
    @available(iOS 17.4, macOS 14.4, *)
    public final class Callback: NSObject {
        /// The beginning of the redirect that ends the sheet.
        public let standInText: String

        private init(_ text: String) { standInText = text }

        // documentation/authenticationservices/aswebauthenticationsession/callback/customscheme(_:)
        @available(iOS 17.4, macOS 14.4, *)
        public static func customScheme(_ customScheme: String) -> Callback { Callback("\(customScheme):") }

        // documentation/authenticationservices/aswebauthenticationsession/callback/https(host:path:)
        @available(iOS 17.4, macOS 14.4, *)
        public static func https(host: String, path: String) -> Callback { Callback("https://\(host)\(path)") }
    }

    // documentation/authenticationservices/aswebauthenticationsession/presentationcontextprovider
    @available(iOS 13.0, macOS 10.15, *)
    public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?

    // documentation/authenticationservices/aswebauthenticationsession/prefersephemeralwebbrowsersession
    @available(iOS 13.0, macOS 10.15, *)
    public var prefersEphemeralWebBrowserSession = false

    private let url: URL
    private let callback: Callback
    private let completionHandler: CompletionHandler

    // documentation/authenticationservices/aswebauthenticationsession/init(url:callback:completionhandler:)
    @available(iOS 17.4, macOS 14.4, *)
    public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {
        (self.url, self.callback, self.completionHandler) = (url, callback, completionHandler)
    }

    // documentation/authenticationservices/aswebauthenticationsession/start()
    @discardableResult
    @available(iOS 12.0, macOS 10.15, *)
    public func start() -> Bool {
        let visit = StandInBrowser.Visit(
            url: url, callback: callback.standInText, isEphemeral: prefersEphemeralWebBrowserSession,
            hasProvider: presentationContextProvider != nil, end: completionHandler)
        return StandInBrowser.start(visit, of: self)
    }

    // documentation/authenticationservices/aswebauthenticationsession/cancel()
    @available(iOS 12.0, macOS 10.15, *)
    public func cancel() { StandInBrowser.cancel(self) }
}

// documentation/authenticationservices/aswebauthenticationpresentationcontextproviding
@available(iOS 13.0, macOS 10.15, *)
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    // documentation/authenticationservices/aswebauthenticationpresentationcontextproviding/presentationanchor(for:)
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

// documentation/authenticationservices/aswebauthenticationsessionerror-swift.struct
@available(iOS 12.0, macOS 10.15, *)
public struct ASWebAuthenticationSessionError: Error, CustomNSError, Sendable {
    // documentation/authenticationservices/aswebauthenticationsessionerror-swift.struct/code
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided = 2
        case presentationContextInvalid = 3
    }

    public let code: Code
    private let text: String?

    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        (self.code, text) = (code, userInfo[NSLocalizedFailureReasonErrorKey] as? String)
    }

    public static var errorDomain: String { "com.apple.AuthenticationServices.WebAuthenticationSession" }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { text.map { [NSLocalizedFailureReasonErrorKey: $0] } ?? [:] }
}
