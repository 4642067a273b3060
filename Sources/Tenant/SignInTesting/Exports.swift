// SPDX-License-Identifier: Apache-2.0

// Tests can name the values that this target takes and gives.
@_exported public import HTTPServing
@_exported public import SignIn
@_exported public import TenantControl
