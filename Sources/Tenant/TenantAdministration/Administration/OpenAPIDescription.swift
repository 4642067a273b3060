// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import TenantAuthorization
import TenantCustomers
import TenantDirectory

/// The OpenAPI description of the API under `/tessera/v1`, merged from one part for each subject.
///
/// OpenAPI 3.1
enum OpenAPIDescription {
    /// The parts; each may have `paths` and `components`.
    private static let parts: [[UInt8]] = [
        PackageResources.openapi_schemas_json, PackageResources.openapi_actions_json,
        PackageResources.openapi_consents_json, PackageResources.openapi_inbox_json,
        PackageResources.openapi_sign_ins_json,
    ]

    /// The whole description of the tenant at an address.
    ///
    /// - Throws: `JOSEError` if a part is no JSON.
    static func document(at baseURL: String) throws -> JSONValue {
        var document = try StrictJSON.object(in: PackageResources.openapi_json)
        for part in parts { document = merge(try StrictJSON.object(in: part), into: document) }
        document = merge(try TestingDescription.part(), into: document)
        for collection in Collection.all { document = merge(try collection.part(), into: document) }
        document["servers"] = .array([.object(["url": .string(baseURL)])])
        return .object(document)
    }

    private static func merge(
        _ part: [String: JSONValue], into document: [String: JSONValue]
    ) -> [String: JSONValue] {
        document.merging(part) { old, new in
            guard let old = old.object, let new = new.object else { return new }
            return .object(merge(new, into: old))
        }
    }

    /// One ``RecordCollection``; a common template describes all of them.
    private struct Collection {
        let kind: String
        let path: String
        /// Whether the path names a directory.
        var isNested = false

        static let all = [
            Collection(kind: Tenant.noun, path: "/directories"),
            Collection(kind: DirectoryPerson.noun, path: "/directories/{directory}/people", isNested: true),
            Collection(kind: DirectoryGroup.noun, path: "/directories/{directory}/groups", isNested: true),
            Collection(kind: Customer.noun, path: "/directories/{directory}/customers", isNested: true),
            Collection(kind: RegisteredApp.noun, path: "/apps"),
        ]

        func part() throws -> [String: JSONValue] {
            let parent = ##"{"$ref": "#/components/parameters/directory"}"##
            let text = String(decoding: PackageResources.openapi_collection_json, as: UTF8.self)
                .replacing("@path@", with: TenantPath.administration + path)
                .replacing("@kind@", with: kind)
                .replacing("@Kind@", with: kind.prefix(1).uppercased() + kind.dropFirst())
                .replacing(#""@parents@", "#, with: isNested ? "\(parent), " : "")
                .replacing(#""@parents@""#, with: isNested ? parent : "")
            return try StrictJSON.object(in: text.utf8)
        }
    }
}
