// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation
public import SignIn

/// The URL of the task API, and the scopes of its tokens.
public struct TaskSettings: Sendable, Hashable {
    /// The API's URL, without `/api/tasks`.
    public let endpoint: URL
    /// The scopes to request.
    public let scopes: ScopeSet

    /// A file in QuickStart's format must have both keys or neither.
    init?(quickStart reader: inout SettingsReader) {
        let (hasEndpoint, hasScopes) = (reader.has("taskAPI"), reader.has("taskScopes"))
        guard hasEndpoint || hasScopes else { return nil }
        let (endpoint, scopes) = (Self.endpoint(&reader), Self.scopes(&reader))
        guard let endpoint, let scopes else { return nil }
        self.endpoint = endpoint
        self.scopes = scopes
    }

    /// Without `taskScopes`, the app's own ID is the scope.
    init?(b2c reader: inout SettingsReader, clientID: String?) {
        let (hasEndpoint, hasScopes) = (reader.has("taskAPI"), reader.has("taskScopes"))
        guard hasEndpoint || hasScopes else { return nil }
        let endpoint = Self.endpoint(&reader)
        let scopes = hasScopes ? Self.scopes(&reader) : clientID.map { [$0] }
        guard let endpoint, let scopes else { return nil }
        self.endpoint = endpoint
        self.scopes = scopes
    }

    private static func endpoint(_ reader: inout SettingsReader) -> URL? {
        reader.value("taskAPI", "an address such as http://localhost:3000", SettingsValue.address)
    }

    private static func scopes(_ reader: inout SettingsReader) -> ScopeSet? {
        reader.value(
            "taskScopes", "the task API's permission, such as api://tasks/Tasks.ReadWrite", SettingsValue.scopes)
    }
}
