// SPDX-License-Identifier: Apache-2.0

// Code that sends requests can name them and their responses.
@_exported public import HTTPMessages
