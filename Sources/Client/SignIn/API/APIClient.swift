// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth
public import Provider

/// An app, as it introduces itself to the provider of an API that it found by the API's address.
///
/// ```swift
/// guard let redirectURI = RedirectURI("http://127.0.0.1") else { return }
/// let client = APIClient(name: "Notes", redirectURI: redirectURI, registrations: [work])
/// ```
public struct APIClient: Sendable {
    /// The name that providers show to people when the app registers itself.
    public var name: String
    /// The address at which the app receives responses; a loopback one without a port gets one.
    public var redirectURI: RedirectURI
    /// The address of the app's metadata document, which is then its id at providers that read such documents.
    ///
    /// OAuth Client ID Metadata Document
    public var metadataDocument: URL?
    /// The app's registrations at providers; these are used before any other way, and nobody is asked for consent.
    public var registrations: [ClientRegistration]

    /// Creates a description of an app.
    public init(
        name: String, redirectURI: RedirectURI, metadataDocument: URL? = nil, registrations: [ClientRegistration] = []
    ) {
        self.name = name
        self.redirectURI = redirectURI
        self.metadataDocument = metadataDocument
        self.registrations = registrations
    }
}
