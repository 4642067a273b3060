// SPDX-License-Identifier: Apache-2.0

// An API that imports this target can name the types of its parameters and results.
@_exported public import BearerAuth
