// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension Duration {
    /// The same in seconds, as dates count.
    package var timeInterval: TimeInterval { self / .seconds(1) }
}
