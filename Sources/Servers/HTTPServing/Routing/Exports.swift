// SPDX-License-Identifier: Apache-2.0

// An app that imports this target can name the fields, methods and statuses of its routes.
@_exported public import HTTPMessages
