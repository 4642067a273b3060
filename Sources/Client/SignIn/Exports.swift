// SPDX-License-Identifier: Apache-2.0

// An app that signs users in needs one import: it also brings the types of the flow's parameters and results, except
// those of `HTTPTransport`, which only an app that sends requests itself needs.
@_exported public import OAuthMessages
@_exported public import SignInProvider
