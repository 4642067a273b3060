// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
import TenantAuthorization
import TenantControl
import TenantDirectory
import TenantTesting

/// Shows, adds and removes the fault rules.
struct FaultsEndpoint: Sendable {
    private static let path = "\(TenantPath.administration)/faults"

    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        let (all, one) = (RouterPath(Self.path), RouterPath("\(Self.path)/:number"))
        router.get(all) { request, _ in
            _ = try AdministrationContent.query(of: request)
            return try AdministrationReply.value(FaultList(faults: try await platform.faults.all()))
        }
        router.post(all) { request, _ in
            let rule = try await AdministrationContent.value(FaultRule.self, of: request)
            let report = try await platform.faults.add(rule)
            return try AdministrationReply.value(report, status: .created, at: "\(Self.path)/\(report.id)")
        }
        router.delete(all) { request, _ in
            _ = try AdministrationContent.query(of: request)
            try await platform.faults.removeAll()
            return AdministrationReply.done
        }
        router.get(one) { request, context in
            try AdministrationReply.value(try await platform.faults.rule(try Self.id(in: context, request)))
        }
        router.delete(one) { request, context in
            try await platform.faults.remove(try Self.id(in: context, request))
            return AdministrationReply.done
        }
    }

    private static func id(in context: ServingContext, _ request: Request) throws -> Int64 {
        _ = try AdministrationContent.query(of: request)
        let text = try context.part("number")
        guard let id = Int64(text) else { throw AdministrationProblem.unknown("fault", text) }
        return id
    }
}
