// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SQLiteRecords
import TenantDirectory

/// In seconds, grouped by dialect.
struct LifetimesSection: TenantFileSection {
    let name = "lifetimes"

    private static let groups = Dictionary(grouping: TenantLifetime.allCases, by: \.path.group)
        .sorted { $0.key < $1.key }

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        let named = file.object(name) { object in
            var named: [TenantLifetime: Int] = [:]
            for (group, lifetimes) in Self.groups {
                object.object(group) { object in
                    for lifetime in lifetimes {
                        named[lifetime] = object.integer(lifetime.path.member, in: lifetime.range)
                    }
                }
            }
            return named
        }
        guard let named, file.problems.isEmpty else { return }
        try TenantLifetimes.keep(TenantLifetimes.kept(in: database).merging(named) { $1 }, in: database)
    }

    func write(_ database: Database, to file: inout TenantFileWriter) throws {
        let kept = try TenantLifetimes.kept(in: database)
        var members: [String: JSONValue] = [:]
        for (group, lifetimes) in Self.groups {
            let chosen = lifetimes.compactMap { lifetime in
                kept[lifetime].map { (lifetime.path.member, JSONValue.integer($0)) }
            }
            if !chosen.isEmpty { members[group] = .object(Dictionary(uniqueKeysWithValues: chosen)) }
        }
        if !members.isEmpty { try file.member(name, .object(members)) }
    }

    static var schema: JSONValue {
        let properties = groups.map { group, lifetimes in
            let members = lifetimes.map { lifetime in
                (
                    lifetime.path.member,
                    JSONValue.object([
                        "type": .texts(["integer", "null"]), "minimum": .integer(lifetime.range.lowerBound),
                        "maximum": .integer(lifetime.range.upperBound),
                        "description": .string("In seconds; \(lifetime.usual) by default."),
                    ])
                )
            }
            return (group, objectSchema(Dictionary(uniqueKeysWithValues: members)))
        }
        return objectSchema(Dictionary(uniqueKeysWithValues: properties))
    }

    private static func objectSchema(_ properties: [String: JSONValue]) -> JSONValue {
        .object([
            "type": .texts(["object", "null"]), "additionalProperties": .boolean(false),
            "properties": .object(properties),
        ])
    }
}
