// SPDX-License-Identifier: Apache-2.0

// Tests can use the types in this target's API without further imports.
@_exported public import HTTPServing
@_exported public import HTTPTransport
@_exported public import SignIn
@_exported public import TenantControl
