// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization

extension PlatformContext {
    package var faults: FaultLedger { FaultLedger(database: database) }
    package var automaticSignIns: AutomaticSignIns { AutomaticSignIns(platform: self) }
}
