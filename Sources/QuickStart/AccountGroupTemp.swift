// SPDX-License-Identifier: Apache-2.0
public struct AccountGroup: Sendable, Hashable { public let name: String
 init?(_ n: String) { if n.contains(" ") {return nil}; name = n } }
