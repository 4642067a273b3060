// SPDX-License-Identifier: Apache-2.0
package import BearerAuth
import BearerAuthServing
package import HTTPServing
package import HTTPTransport
package import PortableFoundation
package import SignInProvider

/// Builds the task API, for a port or in process; the lines follow a request through the middleware.
package func buildTaskRouter(
    _ settings: TaskServiceSettings, keepingTasksIn store: any TaskStore, over transport: any Transport,
    time: TimeSource = .system, newID: @escaping @Sendable () -> UUID = { UUID() },
    recordingIn refusals: RefusalLog = RefusalLog(), protectedBy protection: BearerProtection? = nil
) -> Router<TaskServiceContext> {
    let router = Router(context: TaskServiceContext.self, answersHead: true)
    router.add(middleware: SecurityHeaders())
    router.add(middleware: RefusalRecorder(refusals, now: time.date))
    let origins = AllowedOrigins<TaskServiceContext>(settings.allowedOrigins)
    if !settings.allowedOrigins.isEmpty { router.add(middleware: origins) }
    router.add(middleware: JSONErrors())
    router.add(middleware: HostGate(allowed: settings.hosts))
    router.onUnsupportedMethod { request, _, allowed in
        guard let preflight = origins.preflight(request, allowing: allowed) else {
            throw TaskRefusal.methodNotAllowed(allowing: allowed)
        }
        return preflight
    }

    let controller = TaskController(
        store: store, maximumTaskCount: settings.maximumTaskCount, maximumSignInAge: settings.maximumSignInAge,
        now: time.date, newID: newID)
    router.on(TaskEndpoint.overview, use: controller.overview)
        .on(TaskEndpoint.description, use: controller.description)

    let protection = protection ?? settings.protection(over: transport, time: time)
    if let metadata = protection.metadata { router.serve(metadata) }
    let tasks = router.group()
        .add(middleware: BearerAuthenticator(protection))
        .add(middleware: CallerNote())
    if let limits = settings.requestLimits { tasks.add(middleware: RequestLimiter(limits: limits, now: time.date)) }
    tasks.add(middleware: RequiredScope(settings.scope))
        .on(TaskEndpoint.add, use: controller.add)
        .on(TaskEndpoint.list, use: controller.list)
        .on(TaskEndpoint.removeByText, use: controller.removeByText)
        .on(TaskEndpoint.update, use: controller.update)
        .on(TaskEndpoint.remove, use: controller.remove)
        .on(TaskEndpoint.read, use: controller.read)
    return router
}

extension RouterMethods {
    @discardableResult fileprivate func on(
        _ endpoint: TaskEndpoint,
        use handler: @Sendable @escaping (Request, Context) async throws -> Response
    ) -> Self {
        on(RouterPath(endpoint.path), method: endpoint.method, use: handler)
    }
}
