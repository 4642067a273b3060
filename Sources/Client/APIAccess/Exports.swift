// SPDX-License-Identifier: Apache-2.0
// The declarations of this module use those of HTTPTransport and SignIn.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import HTTPTransport
@_exported public import SignIn
