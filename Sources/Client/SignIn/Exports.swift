// SPDX-License-Identifier: Apache-2.0

// An app that signs people in needs one import: it also brings the types of the flow's parameters and results, and
// those of requests to APIs.
@_exported public import HTTPMessages
@_exported public import HTTPTransport
@_exported public import OAuthMessages
@_exported public import SignInProvider
