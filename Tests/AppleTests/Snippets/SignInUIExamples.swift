// SPDX-License-Identifier: Apache-2.0
import SignIn
import SignInUI
import SwiftUI

struct SignInUIExamples: View {
    // snippet: SignInButton
    let session: SignInSession

    var body: some View {
        SignInButton(session)
    }
    // snippet: end

    func titles() -> SignInTitles {
        // snippet: SignInTitles
        var titles = SignInTitles()
        titles.signIn = "Anmelden"
        titles.signOut = "Abmelden"
        // snippet: end
        return titles
    }
}
