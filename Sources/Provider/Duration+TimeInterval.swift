// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Duration {
    /// The same in seconds, as dates count.
    var timeInterval: TimeInterval { self / .seconds(1) }
}
