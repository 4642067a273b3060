// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import TenantAuthorization
import TenantControl
import TenantEntra
import TenantTesting

/// The part of the API's description about clock, keys, faults, tokens and automatic sign-ins.
///
/// The names of faults and endpoints come from the types that define them.
enum TestingDescription {
    /// The part.
    ///
    /// - Throws: `JOSEError` if it is no JSON.
    static func part() throws -> [String: JSONValue] {
        let text = lists.reduce(String(decoding: PackageResources.openapi_testing_json, as: UTF8.self)) { text, list in
            let names = list.names.map { "\"\($0)\"" } + (list.canBeMissing ? ["null"] : [])
            return text.replacing("\"@\(list.place)@\"", with: "[\(names.joined(separator: ", "))]")
        }
        return try StrictJSON.object(in: text.utf8)
    }

    private static let lists: [(place: String, names: [String], canBeMissing: Bool)] = [
        ("plainFaults", Fault.kinds.filter { Fault(plain: $0) != nil }, false),
        ("namedErrors", ErrorAnswer.Prefix.allCases.flatMap { ErrorCatalogue.of($0).names }, false),
        (
            "bareFaults",
            ["drop", "stall"] + ContentFault.allCases.map(\.rawValue) + DocumentFault.allCases.map(\.rawValue)
                + RedirectFault.allCases.map(\.rawValue), false
        ),
        ("failures", PassingFailure.allCases.map(\.rawValue), false),
        ("defects", TokenDefect.Kind.allCases.map(\.rawValue), false),
        ("endpoints", FaultRule.Endpoint.allCases.map(\.rawValue), true),
    ]
}
