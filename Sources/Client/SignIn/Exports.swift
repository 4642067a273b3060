// SPDX-License-Identifier: Apache-2.0

// An app that signs people in writes one import; the nouns that the flow takes and gives come with it, and those of the
// requests that it then sends.
@_exported public import HTTPTransport
@_exported public import HTTPTypes
@_exported public import OAuth
@_exported public import Provider
