// SPDX-License-Identifier: Apache-2.0

// An app that imports this target can name the types of its parameters and results.
@_exported public import OAuthMessages
@_exported public import SignInProvider
