// SPDX-License-Identifier: Apache-2.0

@_exported public import SignIn
// Whoever imports this target can name what it takes and gives.
@_exported public import TenantControl
