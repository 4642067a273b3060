// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import PortableFoundation
import TenantDirectory

/// The target of a path below `/v1.0`. OData URL Conventions 4.01 §4
enum GraphTarget: Hashable, Sendable {
    case batch
    case changes(DirectoryChange.Kind)
    case everybody
    case countOfEverybody
    case profile(Subject)
    case manager(Subject)
    case directReports(Subject)
    case memberOf(Subject, isTransitive: Bool)
    /// The caller's directory; without an ID, the list that contains it.
    case organization(String?)
    /// The IDs of a person's groups, for clients with too many groups for a token.
    case memberObjects(Subject)
    case revokeSignInSessions(Subject)
    case groups
    case group(String)
    case groupMembers(String, isTransitive: Bool)
    case photos(Subject)
    /// The description of a photo, by default the largest.
    case photo(Subject, size: String?)
    case photoContent(Subject, size: String?)

    enum Subject: Hashable, Sendable {
        case me
        /// An ID or a user principal name.
        case named(String)
    }

    init(path: String) throws {
        let segments = path.split(separator: "/").dropFirst().map { $0.percentDecoded ?? String($0) }
        guard let first = segments.first else { throw GraphFault.unknownSegment(path) }
        switch (first, segments.count) {
        case ("me", _): self = try Self.part(of: .me, at: segments.dropFirst())
        case ("organization", 1): self = .organization(nil)
        case ("organization", 2): self = .organization(segments[1])
        case ("$batch", 1): self = .batch
        case ("groups", 2) where Self.deltaNames.contains(segments[1]): self = .changes(.group)
        case ("users", 2) where Self.deltaNames.contains(segments[1]): self = .changes(.user)
        case ("groups", 1): self = .groups
        case ("groups", 2): self = .group(segments[1])
        case ("groups", 3) where ["members", "transitiveMembers"].contains(segments[2]):
            self = .groupMembers(segments[1], isTransitive: segments[2] == "transitiveMembers")
        case ("users", 1): self = .everybody
        case ("users", 2) where segments[1] == "$count": self = .countOfEverybody
        case ("users", _): self = try Self.part(of: .named(segments[1]), at: segments.dropFirst(2))
        default:
            guard let key = Self.key(in: first) else { throw GraphFault.unknownSegment(first) }
            self = try Self.part(of: .named(key), at: segments.dropFirst())
        }
    }

    private static let deltaNames: Set = ["delta", "delta()", "microsoft.graph.delta", "microsoft.graph.delta()"]

    private static func part(of subject: Subject, at segments: ArraySlice<String>) throws -> GraphTarget {
        switch Array(segments) {
        case []: return .profile(subject)
        case ["manager"]: return .manager(subject)
        case ["directReports"]: return .directReports(subject)
        case ["memberOf"]: return .memberOf(subject, isTransitive: false)
        case ["transitiveMemberOf"]: return .memberOf(subject, isTransitive: true)
        case ["getMemberObjects"], ["getMemberGroups"], ["microsoft.graph.getMemberObjects"]:
            return .memberObjects(subject)
        case ["revokeSignInSessions"], ["microsoft.graph.revokeSignInSessions"]: return .revokeSignInSessions(subject)
        case ["photos"]: return .photos(subject)
        case ["photo"]: return .photo(subject, size: nil)
        case ["photo", "$value"]: return .photoContent(subject, size: nil)
        case let parts where parts.count == 2 && parts[0] == "photos": return .photo(subject, size: parts[1])
        case let parts where parts.count == 3 && parts[0] == "photos" && parts[2] == "$value":
            return .photoContent(subject, size: parts[1])
        default: throw GraphFault.unknownSegment(segments.last ?? "")
        }
    }

    /// The key of `users('key')`, in which quotes are doubled.
    private static func key(in segment: String) -> String? {
        guard segment.hasPrefix("users('"), segment.hasSuffix("')") else { return nil }
        let quoted = segment.dropFirst("users('".count).dropLast("')".count)
        guard !quoted.isEmpty, !quoted.replacing("''", with: "").contains("'") else { return nil }
        return String(quoted.replacing("''", with: "'"))
    }

    /// Whether clients must use `POST`: for a batch, or an OData action. OData Protocol 4.01 §11.5.5
    var isAction: Bool {
        switch self {
        case .batch, .memberObjects, .revokeSignInSessions: true
        default: false
        }
    }

    func require(_ method: HTTPRequest.Method) throws {
        if isAction {
            guard method == .post else { throw GraphFault.onlyPost }
        } else {
            guard [.get, .head].contains(method) else { throw GraphFault.methodNotAllowed }
        }
    }
}
