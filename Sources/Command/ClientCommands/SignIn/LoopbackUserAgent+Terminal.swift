// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackUserAgent

extension LoopbackUserAgent {
    /// This machine's browser; the introduction tells the person why it opens, with the address after it.
    static func onThisMachine(
        introducedBy introduction: String, deadline: Duration = .seconds(300)
    ) -> LoopbackUserAgent {
        LoopbackUserAgent(browser: .environment, deadline: deadline) { address in
            Terminal.note("\(introduction)\n\n  \(address.absoluteString)\n")
        }
    }
}
