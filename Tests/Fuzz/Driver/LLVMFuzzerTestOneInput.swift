// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzTargets

/// The target that `script/fuzz` names; libFuzzer's own arguments are all taken.
private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["TESSERA_FUZZ"] ?? ""
    guard let target = FuzzTarget.named(name) else { fatalError("there is no fuzz target '\(name)'") }
    return target
}()

/// Gives one input to the target; libFuzzer calls it, and takes a trap for a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try target.run(Data(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(target.name): \(error)")
    }
    return 0
}
