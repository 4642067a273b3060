// SPDX-License-Identifier: Apache-2.0

// Whoever imports this target can name what it takes and gives.
@_exported public import OAuth
@_exported public import Provider
