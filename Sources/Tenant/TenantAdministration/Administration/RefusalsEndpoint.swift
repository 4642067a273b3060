// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import OAuth
import TenantAuthorization
import TenantControl
import TenantDirectory

/// Lists the requests that the tenant refused, the newest first.
struct RefusalsEndpoint: Sendable {
    let refusals: RefusalLog

    func add(to router: Router<ServingContext>) {
        router.get(RouterPath("\(TenantPath.administration)/refusals")) { request, _ in
            let after = try AdministrationContent.query(of: request, knowing: ["after"])["after"] ?? "0"
            guard let number = Int(after), number >= 0 else {
                throw AdministrationProblem(.badRequest, "'after' is the number of a refusal, from 0.")
            }
            return try AdministrationReply.value(RefusalList(refusals, after: number))
        }
    }
}
