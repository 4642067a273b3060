// SPDX-License-Identifier: Apache-2.0

// An app that signs people in writes one import; the nouns that the flow takes and gives come with it.
@_exported public import HTTPTransport
@_exported public import OAuth
@_exported public import Provider
