// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import SampleServers
import SignInTesting
import SwiftUI
import Testing

/// Each demand of a directory, met in the app's sheet.
@Suite @MainActor struct AccessControlStoriesTests {
    @Test(arguments: AccessControl.allCases) func `a search continues after the user satisfies the challenge`(
        _ control: AccessControl
    ) async throws {
        try await withTenant { tenant in
            let stage = try AppStage(at: tenant)
            try await stage.act("Button", "Sign in")
            try await stage.shown("Label", "Search people")
            tenant.clock.advance(by: .seconds(60))
            try await control.enforce(on: tenant.person.id, at: tenant.administration)
            if control != .revocation { tenant.clock.advance(by: AccessControl.tokenLifetime) }
            try await stage.type("con", into: "Search people", "SearchField")
            if control != .revocation {
                try await stage.shown("Text", "Sign in again.")
                try await stage.act("Button", "Sign in")
            }
            guard let (number, advice) = control.refusal else {
                try await stage.shown("Header", "1 person found")
                return
            }
            // The search's failure is shown first; that of the sign-in replaces it.
            try await until { stage.tree().texts.contains { $0.contains(number) && $0.contains(advice) } }
        }
    }
}
