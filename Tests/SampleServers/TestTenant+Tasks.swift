// SPDX-License-Identifier: Apache-2.0
import BearerAuth
package import Foundation
import LocalTenant
import MicrosoftIdentity
package import SignInTesting
import TaskService

extension TestTenant {
    /// The tenant's transport with the task API at another address.
    ///
    /// The API accepts the employees and the customers of the tenant, and keeps the tasks in memory.
    package func transport(addingTasksAt tasks: URL) throws -> InProcessTransport {
        let (work, customers) = (
            try Authority("\(address)/common"),
            try Authority("\(address)/\(SampleApp.customersID)/\(SampleApp.signUpOrSignInFlow)")
        )
        let settings = TaskServiceSettings(
            accepting: [
                AcceptedTokens(
                    from: work.provider, AccessTokenRules(audiences: [SampleApp.tasksID, SampleApp.tasksURI])),
                AcceptedTokens(
                    from: customers.provider,
                    AccessTokenRules(audiences: [SampleApp.customerTasksID], scopeRule: .everyAppButItsOwn)),
            ], scope: SampleApp.tasksScope,
            hosts: Set(["localhost", "127.0.0.1"].map { HostAndPort(host: $0, port: 3000) }))
        let router = buildTaskRouter(settings, keepingTasksIn: try SQLiteTaskStore(), over: transport, time: clock.time)
        return transport.adding(router.buildResponder(), at: tasks)
    }
}
