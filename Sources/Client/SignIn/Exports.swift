// SPDX-License-Identifier: Apache-2.0

// An app that signs users in needs one import: it also brings the types that apps name, of the flow's parameters and
// results, and of requests to APIs. Rarer types need an import of their module, such as `HTTPTransport` for retries.
@_exported public import HTTPMessages

@_exported public import protocol HTTPTransport.Transport
@_exported public import struct HTTPTransport.TransportError
@_exported public import struct HTTPTransport.TransportResponse
@_exported public import func HTTPTransport.withSystemTransport
@_exported public import enum JSONWebSignatures.JSONValue
@_exported public import protocol OAuthMessages.ActionableError
@_exported public import struct OAuthMessages.AuthorizationRequest
@_exported public import struct OAuthMessages.ClaimsRequest
@_exported public import struct OAuthMessages.FormParameters
@_exported public import enum OAuthMessages.NextAction
@_exported public import struct OAuthMessages.Redacted
@_exported public import struct OAuthMessages.RedirectURI
@_exported public import struct OAuthMessages.Refusal
@_exported public import struct OAuthMessages.ScopeSet
@_exported public import struct OAuthMessages.ServerError
@_exported public import struct OAuthMessages.SignInOptions
@_exported public import struct SignInProvider.Claims
@_exported public import enum SignInProvider.ClientAuthentication
@_exported public import struct SignInProvider.ClientKey
@_exported public import struct SignInProvider.ClientRegistration
@_exported public import struct SignInProvider.Identity
@_exported public import struct SignInProvider.OAuthProvider
@_exported public import struct SignInProvider.ProviderRules

#if canImport(Darwin)
@_exported public import struct HTTPTransport.URLSessionTransport
#endif

// An export of single types brings no operators. If the module of a type is imported too, its own operator counts.

/// Lets `catch` match a code: `catch Refusal.Code.signInRequired { … }`.
@_disfavoredOverload
public func ~= (code: Refusal.Code, error: any Error) -> Bool { (error as? Refusal)?.code == code }

/// Lets `catch` match a code: `catch ServerError.Code.accessDenied { … }`.
@_disfavoredOverload
public func ~= (code: ServerError.Code, error: any Error) -> Bool { (error as? ServerError)?.code == code }

/// Lets `catch` match a code: `catch TransportError.Code.timedOut { … }`.
@_disfavoredOverload
public func ~= (code: TransportError.Code, error: any Error) -> Bool { (error as? TransportError)?.code == code }
