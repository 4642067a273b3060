// SPDX-License-Identifier: Apache-2.0

// Code that reads claims can name their values.
@_exported public import JSONWebSignatures
