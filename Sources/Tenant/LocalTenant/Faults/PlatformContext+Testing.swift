// SPDX-License-Identifier: Apache-2.0

extension PlatformContext {
    var faults: FaultLedger { FaultLedger(database: database) }
    var automaticSignIns: AutomaticSignIns { AutomaticSignIns(platform: self) }
}
