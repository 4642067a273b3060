// SPDX-License-Identifier: Apache-2.0
import Foundation

@testable import SignIn

enum SampleAccounts {
    /// The JSON inside the seal.
    static func json(of person: String, refreshToken: String = "refresh-of-the-person") -> String {
        """
        {"authority":"https://login.example.com/","claims":{"name":"Änn Example"},"clientID":"client",\
        "generation":0,"issuer":"https://login.example.com/","refreshToken":"\(refreshToken)","registration":"tasks",\
        "signedInAt":1767225600,"subject":"\(person)","tokens":[{"accessToken":"access-of-the-person",\
        "expiresAt":1767229200,"obtainedAt":1767225600,"scopes":"Tasks.Read"}],"version":1}
        """
    }

    static func record(
        of person: String = "ann", refreshToken: String = "refresh-of-the-person"
    ) throws -> AccountRecord {
        try AccountRecord(content: Data(json(of: person, refreshToken: refreshToken).utf8))
    }
}

extension AccountRecord {
    func refreshed(_ token: String) -> AccountRecord {
        var refreshed = self
        refreshed.refreshToken = Redacted(token)
        return refreshed
    }
}

extension URL {
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    func mode() throws -> Int? { try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int }
}

func withFolder<Result>(isThere: Bool = false, _ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID())")
    if isThere { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
