// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PortableFoundation
import TenantAuthorization
package import TenantControl
import TenantCustomers
package import TenantDirectory
import TenantEntra
import TenantStandard

struct EndpointAddress: Sendable {
    let endpoint: FaultRule.Endpoint
    /// `nil` if the URL names none.
    let directory: String?
    let userFlow: UserFlowAddress?

    /// `nil` for paths without a provider, such as the tenant's own API.
    init?(_ request: Request) {
        let query = FormParameters(encoded: request.uri.query ?? "") ?? FormParameters()
        let segments = request.uri.path.split(separator: "/").map { $0.lowercased() }
        guard let first = segments.first, first != "tessera" else { return nil }
        if first == Self.standardName {
            let path = "/" + segments.joined(separator: "/")
            guard let standard = StandardEndpoint.allCases.first(where: { $0.path == path }) else { return nil }
            (endpoint, directory, userFlow) = (standard.named, first, nil)
        } else if let userFlow = UserFlowAddress(path: request.uri.path, query: query) {
            self.userFlow = userFlow
            directory = userFlow.directory
            endpoint = userFlow.endpoint.named
        } else if let endpoint = Self.endpoint(segments) {
            self.endpoint = endpoint
            userFlow = nil
            directory = [.graph, .userInfo].contains(endpoint) ? nil : first
        } else {
            return nil
        }
    }

    /// Stands for a directory in rules.
    static let standardName = String(TenantPath.standardProvider.dropFirst())

    var isStandard: Bool { directory == Self.standardName }

    private static func endpoint(_ segments: [String]) -> FaultRule.Endpoint? {
        if ["v1.0", "beta"].contains(segments[0]) {
            // Rules are for the parts of a batch, each of which is a separate request.
            return segments.last?.percentDecoded == "$batch" ? nil : .graph
        }
        let path = segments.joined(separator: "/")
        if path == "oidc/userinfo" { return .userInfo }
        if segments.count == 3, segments[1] == "userrealm" { return .userRealm }
        return ends.first { path.hasSuffix("/\($0.end)") }?.endpoint
    }

    private static let ends: [(end: String, endpoint: FaultRule.Endpoint)] = [
        (".well-known/openid-configuration", .metadata),
        ("discovery/v2.0/keys", .keys), ("discovery/keys", .keys),
        ("oauth2/v2.0/authorize", .authorize), ("oauth2/authorize", .authorize),
        ("oauth2/v2.0/token", .token), ("oauth2/token", .token),
        ("oauth2/v2.0/devicecode", .deviceCode), ("oauth2/devicecode", .deviceCode),
        ("oauth2/v2.0/logout", .logout), ("oauth2/logout", .logout),
        ("discovery/instance", .instanceDiscovery), ("login", .pages), ("consent", .pages),
    ]
}

extension UserFlowAddress.Endpoint {
    fileprivate var named: FaultRule.Endpoint {
        switch self {
        case .authorize: .authorize
        case .token: .token
        case .logout: .logout
        case .deviceCode: .deviceCode
        case .metadata: .metadata
        case .keys: .keys
        case .login, .theme, .logo: .pages
        }
    }
}

extension StandardEndpoint {
    fileprivate var named: FaultRule.Endpoint {
        switch self {
        case .metadata: .metadata
        case .keys: .keys
        case .authorization: .authorize
        case .login, .consent, .device: .pages
        case .deviceAuthorization: .deviceCode
        case .pushedRequest: .pushedRequest
        case .token: .token
        case .userInfo: .userInfo
        case .revocation: .revocation
        case .introspection: .introspection
        case .registration: .registration
        case .endSession, .endSessionConfirmation: .logout
        }
    }
}

extension FaultRule {
    func matches(_ asked: FaultSubject) async throws -> Bool {
        guard isAbout(asked.address.endpoint), grantType == nil || grantType == asked.parameters["grant_type"],
            clientID == nil || clientID?.lowercased() == asked.clientID?.lowercased()
        else { return false }
        if case .error(let answer) = fault, let prefix = answer.prefix, try await asked.prefix() != prefix {
            return false
        }
        if let userFlow {
            let names = (asked.address.userFlow?.flowNames ?? []) + asked.parameters.all("p")
            guard names.contains(where: { $0.lowercased() == userFlow.lowercased() }) else { return false }
        }
        if let directory, try await !asked.isAt(directory) { return false }
        if let person, try await !asked.isAbout(person) { return false }
        return true
    }

    private func isAbout(_ asked: Endpoint) -> Bool {
        guard let endpoint else { return fault.usualEndpoints.contains(asked) }
        // The last page of a sign-in sends the authorization response.
        return endpoint == asked || endpoint == .authorize && asked == .pages && fault.isInFrontChannel
    }

    /// Replaces the name of a known error by its code and text.
    package var resolved: FaultRule {
        guard case .named(let name) = fault, let answer = ErrorAnswer(named: name) else { return self }
        var rule = self
        rule.fault = .error(answer)
        return rule
    }

    static let counts = 0...1_000_000_000

    package func problems(at pointer: String) -> [DocumentProblem] {
        var problems: [DocumentProblem] = []
        func complain(_ place: String, _ message: String) {
            problems.append(DocumentProblem(pointer: "\(pointer)/\(place)", message: message))
        }
        func demand(_ number: Int?, in bounds: ClosedRange<Int>, _ place: String) {
            guard let number, !bounds.contains(number) else { return }
            complain(place, "This must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound).")
        }
        demand(after, in: Self.counts, "after")
        demand(next, in: Self.counts, "next")
        switch fault {
        case .named(let name): complain("fault", Fault.sentence(about: name))
        case .latency(let milliseconds): demand(milliseconds, in: 0...600_000, "fault/milliseconds")
        case .failure(_, let retryAfter): demand(retryAfter, in: 0...86_400, "fault/retryAfter")
        case .error(let answer):
            demand(answer.status, in: 400...599, "fault/status")
            demand(answer.number, in: 0...9_999_999, "fault/number")
            demand(answer.retryAfter, in: 0...86_400, "fault/retryAfter")
            for (name, text) in [("code", answer.code), ("suberror", answer.suberror)]
            where text?.isNQSCHARText == false {
                complain(
                    "fault/\(name)", "This must be printable ASCII without quotes and backslashes (RFC 6749 §5.2).")
            }
        default: break
        }
        return problems
    }
}

extension Fault {
    /// Whether the tenant fails before or instead of the endpoint; other faults spoil the endpoint's response.
    var isInPlaceOfAnswer: Bool {
        switch self {
        case .drop, .stall, .error, .failure, .latency: true
        default: false
        }
    }

    fileprivate var isInFrontChannel: Bool {
        switch self {
        case .redirect, .token: true
        default: false
        }
    }

    fileprivate var usualEndpoints: Set<FaultRule.Endpoint> {
        switch self {
        case .error(let answer) where answer.prefix != nil: [.authorize, .token]
        case .named: []
        case .failure(.slowDown, _): [.token]
        case .token: [.token, .authorize, .pages]
        case .error, .latency, .drop, .stall, .content, .member, .failure:
            Set(FaultRule.Endpoint.allCases).subtracting([.pages])
        case .document(let fault): [fault.endpoint]
        case .keyMember: [.keys]
        case .redirect: [.authorize, .pages]
        }
    }
}
