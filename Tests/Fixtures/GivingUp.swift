// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import SignIn

package enum GivingUp: UserAgent {
    case cancellation, sheet, broken, never

    package struct Broken: Error {}
    package struct Closed: ActionableError {
        package let message = "closed"
        package let nextAction = NextAction.acceptCancellation
    }

    package func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        Visit(agent: self, redirectURI: registered)
    }

    private struct Visit: UserAgentVisit {
        let agent: GivingUp
        let redirectURI: RedirectURI

        func open(_ url: URL) async throws -> Redacted<URL> {
            switch agent {
            case .cancellation: throw CancellationError()
            case .sheet: throw Closed()
            case .broken: throw Broken()
            case .never:
                let (silence, _) = AsyncStream<Never>.makeStream()
                for await _ in silence {}
                throw CancellationError()
            }
        }
    }
}
