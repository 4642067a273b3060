// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization

extension PlatformContext {
    var faults: FaultLedger { FaultLedger(database: database) }
    var automaticSignIns: AutomaticSignIns { AutomaticSignIns(platform: self) }
}
