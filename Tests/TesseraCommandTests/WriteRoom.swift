// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignInTesting

/// A part of a tenant in which something can be written, and found again.
enum WriteRoom: CaseIterable {
    case people, apps, consents, faults, clock

    private static let clientID = "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10"

    /// Writes something.
    ///
    /// - Returns: The name by which it is found again.
    /// - Throws: `TenantAdministrationError`; `TransportError`.
    func write(_ name: String, to administration: TenantAdministration) async throws -> String {
        let username = "\(name)@aldervale.example"
        switch self {
        case .people: return try await administration.addPerson(username, named: name, in: "aldervale.example").username
        case .apps:
            return try await administration.addApp(
                named: name, redirectURI: "http://localhost", in: "aldervale.example")
        case .consents:
            let id = try await administration.addPerson("c\(username)", named: name, in: "aldervale.example").id
            let json = #"{"clientId": "\#(Self.clientID)", "principalId": "\#(id)", "scope": "openid"}"#
            try await administration.send("POST", "consents", Data(json.utf8))
            return id
        case .faults:
            let json = #"{"fault": "drop", "endpoint": "graph", "person": "\#(username)"}"#
            try await administration.send("POST", "faults", Data(json.utf8))
            return username
        case .clock:
            try await administration.send("PUT", "clock", Data(#"{"frozen": true}"#.utf8))
            return text(
                at: ["now"], in: try await administration.send("POST", "clock/advance", Data(#"{"seconds": 1}"#.utf8))
            )
            .first ?? ""
        }
    }

    /// Whether everything of these names is there; a clock shows the latest time, or a later one that nobody confirmed.
    func isKept(_ names: Set<String>, in administration: TenantAdministration) async throws -> Bool {
        let (path, place): (String, [String]) =
            switch self {
            case .people: ("directories/aldervale.example/people?top=1000", ["value", "userPrincipalName"])
            case .apps: ("apps?top=1000", ["value", "appId"])
            case .consents: ("consents?top=1000", ["value", "principalId"])
            case .faults: ("faults", ["faults", "rule", "person"])
            case .clock: ("clock", ["now"])
            }
        let found = text(at: place, in: try await administration.send("GET", path))
        guard self != .clock else { return (found.first ?? "") >= (names.max() ?? "") }
        return found.isSuperset(of: names)
    }

    /// The texts at the end of a way through objects and lists.
    private func text(at place: [String], in json: Data) -> Set<String> {
        func walk(_ value: Any?, _ place: ArraySlice<String>) -> [String] {
            if let list = value as? [Any] { return list.flatMap { walk($0, place) } }
            guard let name = place.first else { return (value as? String).map { [$0] } ?? [] }
            return walk((value as? [String: Any])?[name], place.dropFirst())
        }
        return Set(walk(try? JSONSerialization.jsonObject(with: json), place[...]))
    }
}
