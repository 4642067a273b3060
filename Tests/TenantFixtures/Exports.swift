// SPDX-License-Identifier: Apache-2.0

// Nearly every test of the tenant names types of these modules.
@_exported public import Foundation
@_exported public import HTTPMessages
@_exported public import HTTPServing
@_exported public import JSONWebSignatures
@_exported public import LocalTenant
@_exported public import OAuthMessages
@_exported public import SQLiteRecords
@_exported public import SignInTesting
@_exported public import TenantAuthorization
@_exported public import TenantCustomers
@_exported public import TenantDirectory
@_exported public import TenantEntra
@_exported public import TenantStandard
@_exported public import Testing
