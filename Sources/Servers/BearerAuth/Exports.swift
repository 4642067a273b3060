// SPDX-License-Identifier: Apache-2.0

// Code that imports this target can name the types in its interface.
@_exported public import HTTPTransport
@_exported public import OAuthMessages
@_exported public import SignInProvider
