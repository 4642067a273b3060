// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// ID tokens that went by.
final class IDTokens: Sendable {
    private let kept = Mutex<[String]>([])
    var all: [String] { kept.withLock { $0 } }

    func keep(_ body: Data) throws {
        let json = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        if let token = json?["id_token"] as? String { kept.withLock { $0.append(token) } }
    }
}
