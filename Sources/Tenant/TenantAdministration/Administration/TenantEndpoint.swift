// SPDX-License-Identifier: Apache-2.0
import CTesseraTenantResources
import HTTPMessages
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantControl
import TenantCustomers
import TenantDirectory
import TenantEntra
import TenantTesting

/// The OpenAPI 3.1 description of the API under `/tessera/v1`, merged from parts.
enum OpenAPIDescription {
    private static let parts = [
        tenant_openapi_schemas(), tenant_openapi_actions(), tenant_openapi_consents(), tenant_openapi_inbox(),
        tenant_openapi_sign_ins(),
    ].map(String.init(cString:))

    static func document(at baseURL: String) throws -> JSONValue {
        var document = try StrictJSON.object(in: String(cString: tenant_openapi_document()).utf8)
        for part in parts { document = merge(try StrictJSON.object(in: part.utf8), into: document) }
        let person = document["components"]?.object?["schemas"]?.object?["Person"]?.object ?? [:]
        let people = JSONValue.object(["schemas": .object(DirectoryPerson.schemas(completing: person))])
        document = merge(["components": people], into: document)
        document = merge(try TestingDescription.part(), into: document)
        for record in ManagedRecords.all { document = merge(try part(about: record), into: document) }
        document["servers"] = .array([.object(["url": .string(baseURL)])])
        return .object(document)
    }

    private static func merge(_ part: [String: JSONValue], into document: [String: JSONValue]) -> [String: JSONValue] {
        document.merging(part) { old, new in
            guard let old = old.object, let new = new.object else { return new }
            return .object(merge(new, into: old))
        }
    }

    private static func part(about record: any ManagedRecord.Type) throws -> [String: JSONValue] {
        let path = record.path.replacing(":directory", with: "{directory}")
        let parent = path == record.path ? "" : ##"{"$ref": "#/components/parameters/directory"}"##
        let text = String(cString: tenant_openapi_collection())
            .replacing("@path@", with: TenantPath.administration + path)
            .replacing("@kind@", with: record.noun)
            .replacing("@Kind@", with: record.noun.prefix(1).uppercased() + record.noun.dropFirst())
            .replacing(#""@parents@", "#, with: parent.isEmpty ? "" : "\(parent), ")
            .replacing(#""@parents@""#, with: parent)
        return try StrictJSON.object(in: text.utf8)
    }
}

enum TestingDescription {
    static func part() throws -> [String: JSONValue] {
        let text = lists.reduce(String(cString: tenant_openapi_testing())) { text, list in
            let names = list.names.map { "\"\($0)\"" } + (list.canBeMissing ? ["null"] : [])
            return text.replacing("\"@\(list.place)@\"", with: "[\(names.joined(separator: ", "))]")
        }
        .replacing("\"@lifetimes@\"", with: LifetimesSection.schema.text)
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

extension AdministrationEndpoints {
    func addTenant(to router: Router<ServingContext>) {
        router.answer("\(Self.place)/health") { _ in
            _ = try await platform.database.read { try Tenant.fetchCount($0) }
            return AdministrationReply.json(
                .object([
                    "status": .string("ok"), "api": .string("v1"),
                    "tenantFileVersion": .number("\(TenantFile.version)"),
                ]))
        }
        router.answer("\(Self.place)/openapi.json") { _ in
            AdministrationReply.json(try OpenAPIDescription.document(at: platform.baseURL))
        }
        router.answer("\(Self.place)/export") { _ in JSONReply.make(json: try await content.file()) }
        router.post(RouterPath("\(Self.place)/import")) { request, _ in try await take(request) }
        router.post(RouterPath("\(Self.place)/reset")) { request, _ in
            try await AdministrationContent.read(request) { _ in }
            try await content.reset()
            return AdministrationReply.done
        }
    }

    private func take(_ request: Request) async throws -> Response {
        let replace = try AdministrationContent.query(of: request, knowing: ["replace"])["replace"]
        guard replace == nil || replace == "true" || replace == "false" else {
            throw AdministrationProblem(.badRequest, "'replace' must be true or false.")
        }
        let file = try await AdministrationContent.document(
            of: request, knowing: ["replace"], limit: AdministrationContent.fileLimit)
        let report = try await content.take(file, isReplacing: replace == "true")
        return AdministrationReply.json(
            .object(
                report.counts.mapValues { count in
                    .object([
                        "added": .number("\(count.added)"), "replaced": .number("\(count.replaced)"),
                        "kept": .number("\(count.kept)"),
                    ])
                }))
    }
}
