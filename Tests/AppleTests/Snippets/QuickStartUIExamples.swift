// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import QuickStartUI
import SignIn
import SwiftUI
import SystemSignIn

@MainActor struct QuickStartUIExamples {
    let work: URL
    let customers: URL
    let transport: any Transport

    var body: some View {
        // snippet: QuickStartView
        QuickStartView(
            settings: [work, customers],
            keepingIn: { KeychainAccountStorage(group: $0) },
            over: transport, with: SystemUserAgent())
        // snippet: end
    }
}
