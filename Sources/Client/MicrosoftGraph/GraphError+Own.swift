// SPDX-License-Identifier: Apache-2.0

/// The errors of this client itself; each text ends with the next step.
extension GraphError {
    /// The next step after a response that is not Graph's.
    static let checkAddress = "check the address"

    /// A response that cannot be used.
    static func unreadable(_ cause: String, remedy: String = checkAddress) -> GraphError {
        GraphError(status: 200, code: "unreadable", message: "\(cause); \(remedy)")
    }

    /// Links between pages that do not end.
    static func endless(_ cause: String) -> GraphError {
        unreadable(cause, remedy: "ask for less, or report it to the server's operator")
    }

    /// A request that our own rules refuse, before it is sent.
    static func refused(_ cause: String, remedy: String) -> GraphError {
        GraphError(status: 400, code: "BadRequest", message: "\(cause); \(remedy)")
    }

    /// A path that names no entity, before a request.
    static let pathUnusable = notFound(
        "the path names no entity", remedy: "write segments between slashes, without a query, and no empty id")

    /// Text that names no person, before a request.
    static func noPerson(_ who: String) -> GraphError {
        notFound("'\(who)' names nobody", remedy: "use the id or the user principal name")
    }

    /// A part that the results do not have.
    static let partUnknown = GraphError(
        status: 404, code: "unreadable", message: "the part belongs to another batch; read it from that batch's results"
    )

    private static func notFound(_ cause: String, remedy: String) -> GraphError {
        GraphError(status: 404, code: "Request_ResourceNotFound", message: "\(cause); \(remedy)")
    }
}
