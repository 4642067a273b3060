// SPDX-License-Identifier: Apache-2.0

// An app that imports this target can name accounts, registrations and the types of its parameters, and call its APIs.
@_exported public import HTTPTransport
@_exported public import SignIn
