// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantControl
import TenantCustomers

extension FaultRule {
    /// Whether the rule is for a request.
    func matches(_ asked: AskedEndpoint) async throws -> Bool {
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
        if case .redirect = fault, endpoint == .authorize { return fault.usualEndpoints.contains(asked) }
        return endpoint == asked
    }
}

extension Fault {
    /// The endpoints of a fault in a rule without `endpoint`.
    fileprivate var usualEndpoints: Set<FaultRule.Endpoint> {
        switch self {
        case .error(let answer) where answer.prefix != nil: [.authorize, .token]
        case .named: []
        case .error, .latency, .drop, .stall, .content, .member: Set(FaultRule.Endpoint.allCases).subtracting([.pages])
        case .failure(.slowDown, _), .token: [.token]
        case .failure: Set(FaultRule.Endpoint.allCases).subtracting([.pages])
        case .document(let fault): [fault.endpoint]
        case .keyMember: [.keys]
        case .redirect: [.authorize, .pages]
        }
    }
}
