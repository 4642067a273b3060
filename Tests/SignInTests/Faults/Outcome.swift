// SPDX-License-Identifier: Apache-2.0
import SignIn

/// How a journey ended.
enum Outcome: Sendable, Hashable, CustomStringConvertible {
    case accepted
    case refusal(Refusal.Code)
    /// The code as it stands on the wire, and what it asks for.
    case server(String, NextAction)
    case transport(TransportError.Code)
    case other(String)

    /// Takes a journey.
    init(of journey: () async throws -> Void) async {
        do {
            try await journey()
            self = .accepted
        } catch let error as Refusal {
            self = .refusal(error.code)
        } catch let error as ServerError {
            self = .server(error.code.rawValue, error.nextAction)
        } catch let error as TransportError {
            self = .transport(error.code)
        } catch {
            self = .other("\(error)")
        }
    }

    var description: String {
        switch self {
        case .accepted: "accepted"
        case .refusal(let code): "refused: \(code)"
        case .server(let code, let action): "declined: \(code), so \(action)"
        case .transport(let code): "lost: \(code.rawValue)"
        case .other(let text): text
        }
    }
}
