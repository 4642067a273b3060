// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAdministration
@testable import TenantFixtures

@Suite struct OpenAPIDescriptionTests {
    private func document() async throws -> [String: JSONValue] {
        try await Site().administer(.get, "/openapi.json").object()
    }

    @Test func `it describes every route, and no other`() async throws {
        let router = Router(context: ServingContext.self)
        let platform = try Site().platform
        AdministrationEndpoints(
            platform: platform.context, standardProvider: platform.standardProvider, content: platform.content
        ).add(to: router)
        let routes = router.routes.map { route in
            "\(route.method.rawValue) \(route.path)".replacing(#/:([a-z]+)/#) { "{\($0.1)}" }
        }
        let paths = try #require(try await document()["paths"]?.object)
        let described = paths.flatMap { path, item in
            (item.object ?? [:]).keys.filter { $0 != "parameters" }.map { "\($0.uppercased()) \(path)" }
        }
        #expect(Set(routes.map { $0.replacing(#/\{([a-z]+)\}/#) { "{\($0.1)}" } }) == Set(described))
        #expect(described.count >= 60)
    }

    @Test func `every reference resolves, and operation IDs are unique`() async throws {
        let document = try await document()
        var references: [String] = []
        var names: [String] = []
        func walk(_ value: JSONValue) {
            if let reference = value.object?["$ref"]?.string { references.append(reference) }
            if let name = value.object?["operationId"]?.string { names.append(name) }
            for inner in value.object.map({ Array($0.values) }) ?? value.array ?? [] { walk(inner) }
        }
        walk(.object(document))
        #expect(Set(names).count == names.count)
        for reference in Set(references) {
            let steps = reference.split(separator: "/").dropFirst()
            let target = steps.reduce(JSONValue.object(document) as JSONValue?) { $0?.object?[String($1)] }
            #expect(target != nil, "\(reference)")
        }
    }
}
