// SPDX-License-Identifier: Apache-2.0
#pragma once

// The larger files of the tenant, each as text that ends with a zero byte.
//
// The C compiler embeds a file in milliseconds, and no Swift module is compiled again when it changes. The array of
// numbers that the package manager writes for an embedded resource takes the compiler 15 s for 100 KB.

// The errors of each dialect
const char *_Nonnull tenant_errors_azure_ad_b2c(void);
const char *_Nonnull tenant_errors_entra_id(void);
const char *_Nonnull tenant_errors_graph(void);
const char *_Nonnull tenant_errors_standard(void);

// The parts of the API's description; `collection` is a template for one kind of record
const char *_Nonnull tenant_openapi_document(void);
const char *_Nonnull tenant_openapi_schemas(void);
const char *_Nonnull tenant_openapi_actions(void);
const char *_Nonnull tenant_openapi_consents(void);
const char *_Nonnull tenant_openapi_inbox(void);
const char *_Nonnull tenant_openapi_sign_ins(void);
const char *_Nonnull tenant_openapi_collection(void);
const char *_Nonnull tenant_openapi_testing(void);

// The sample people and apps of a new tenant
const char *_Nonnull tenant_directory(void);
// The development keys, which are public
const char *_Nonnull tenant_development_keys(void);
// The style sheet of all pages
const char *_Nonnull tenant_style_sheet(void);
