// SPDX-License-Identifier: Apache-2.0
import GRDB
import HTTPServing
import Hummingbird
import TenantAuthorization
import TenantDirectory

/// Lists and ends the sessions of browsers, and the grants of apps.
struct SignInRecordsEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        add("session", of: SignInRecord.Source.allCases.filter(\.isSession), to: router)
        add("grant", of: SignInRecord.Source.allCases.filter { !$0.isSession }, to: router)
    }

    private func add(_ kind: String, of sources: [SignInRecord.Source], to router: Router<ServingContext>) {
        let path = "\(TenantPath.administration)/\(kind)s"
        router.get(RouterPath(path)) { request, _ in
            let page = try ListPage(of: request)
            let records = try await platform.database.queue.read { try SignInRecord.all(of: sources, $0) }
            return page.reply(of: records.map(\.object))
        }
        router.delete(RouterPath("\(path)/:\(kind)")) { request, context in
            _ = try AdministrationContent.query(of: request)
            let id = try context.part(kind)
            try await platform.database.queue.write { database in
                guard let record = try SignInRecord.all(of: sources, database).first(where: { $0.id == id }) else {
                    throw AdministrationProblem.unknown(kind, id)
                }
                try record.end(database)
            }
            return AdministrationReply.done
        }
    }
}
