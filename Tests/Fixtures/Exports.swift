// SPDX-License-Identifier: Apache-2.0

// Nearly every test uses these modules of the toolchain.
@_exported public import Foundation
@_exported public import Synchronization
@_exported public import Testing
