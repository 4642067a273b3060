// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
internal import PortableFoundation

/// Servers answer with `Retry-After`, and programs with advice, by the same protocol as for all other errors.
extension DatabaseError: ActionableError {
    /// A database that another program holds can be used a moment later, and so can one for which there was no memory;
    /// one that is damaged or full cannot.
    package var nextAction: NextAction {
        switch resultCode {
        case .busy, .locked, .noMemory: .retry(after: .seconds(1))
        case .cannotOpen, .corrupt, .full, .ioError, .notADatabase: .repairStorage
        default: .none
        }
    }
}
