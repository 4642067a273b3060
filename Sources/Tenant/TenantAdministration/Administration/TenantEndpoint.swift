// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import HTTPServing
import HTTPTypes
import Hummingbird
import JOSE
import OAuth
import TenantAuthorization
import TenantDirectory

/// The tenant as a whole: its health, its content as a file, and the reset to its initial content.
struct TenantEndpoint: Sendable {
    let platform: PlatformContext
    let content: TenantContent

    func add(to router: Router<ServingContext>) {
        let place = TenantPath.administration
        router.get(RouterPath("\(place)/health")) { request, _ in
            _ = try AdministrationContent.query(of: request)
            _ = try await platform.database.queue.read { try Tenant.fetchCount($0) }
            return AdministrationReply.json(
                .object([
                    "status": .string("ok"), "api": .string("v1"),
                    "tenantFileVersion": .number("\(TenantFile.version)"),
                ]))
        }
        router.get(RouterPath("\(place)/openapi.json")) { request, _ in
            _ = try AdministrationContent.query(of: request)
            return AdministrationReply.json(try OpenAPIDescription.document(at: platform.baseURL))
        }
        router.get(RouterPath("\(place)/export")) { request, _ in
            _ = try AdministrationContent.query(of: request)
            return JSONReply.make(json: try await content.file())
        }
        router.post(RouterPath("\(place)/import")) { request, _ in try await take(request) }
        router.post(RouterPath("\(place)/reset")) { request, _ in
            _ = try AdministrationContent.query(of: request)
            var object = DocumentObject(try await AdministrationContent.object(of: request))
            try object.finish()
            try await content.reset()
            return AdministrationReply.done
        }
    }

    private func take(_ request: Request) async throws -> Response {
        let replace = try AdministrationContent.query(of: request, knowing: ["replace"])["replace"]
        guard replace == nil || replace == "true" || replace == "false" else {
            throw AdministrationProblem(.badRequest, "'replace' is true or false.")
        }
        let members = try await AdministrationContent.object(of: request, limit: AdministrationContent.fileLimit)
        let report = try await content.take(members, isReplacing: replace == "true")
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
