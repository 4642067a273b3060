// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
import QuickStart
import SignIn
import SwiftUI

struct SignInPromptPreviews: PreviewProvider {
    static var previews: some View {
        ForEach(PreviewContent.account.map(Phase.each) ?? [], id: \.self) { phase in
            PreviewContent.registration.map {
                SignInPrompt(phase: phase, registration: $0, title: "Sign in to search", text: "With a work account.")
            }
            .previewDisplayName(phase.name)
        }
    }
}

struct SignInProgressPreviews: PreviewProvider {
    static var previews: some View {
        ForEach(PreviewContent.account.map(Phase.each) ?? [], id: \.self) { phase in
            PreviewContent.registration.map { SignInProgress(phase: phase, registration: $0) }
                .previewDisplayName(phase.name)
        }
    }
}

struct AccountRowsPreviews: PreviewProvider {
    static var previews: some View {
        ForEach(Phase.each([PreviewContent.account].compactMap(\.self)), id: \.self) { phase in
            PreviewContent.registration.map { AccountRows(phase: phase, registration: $0) }
                .previewDisplayName(phase.name)
        }
    }
}

struct AddAccountPreviews: PreviewProvider {
    static var previews: some View {
        ForEach(PreviewContent.account.map(Phase.each) ?? [], id: \.self) { phase in
            PreviewContent.registration.map { AddAccount(phase: phase, registration: $0) }
                .previewDisplayName(phase.name)
        }
    }
}

struct AccountPagePreviews: PreviewProvider {
    static var previews: some View {
        PreviewContent.registration.map { registration in
            PreviewContent.account.map {
                AccountPage(account: $0, registration: registration, path: .constant([$0.id]))
            }
        }
    }
}
#endif
