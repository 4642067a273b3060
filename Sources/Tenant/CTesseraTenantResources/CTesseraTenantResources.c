// SPDX-License-Identifier: Apache-2.0
#include "CTesseraTenantResources.h"

static const unsigned char errors_azure_ad_b2c[] = {
#embed "Errors/azure-ad-b2c.json" suffix(, 0)
};
const char *tenant_errors_azure_ad_b2c(void) { return (const char *)errors_azure_ad_b2c; }

static const unsigned char errors_entra_id[] = {
#embed "Errors/entra-id.json" suffix(, 0)
};
const char *tenant_errors_entra_id(void) { return (const char *)errors_entra_id; }

static const unsigned char errors_graph[] = {
#embed "Errors/graph.json" suffix(, 0)
};
const char *tenant_errors_graph(void) { return (const char *)errors_graph; }

static const unsigned char errors_standard[] = {
#embed "Errors/standard.json" suffix(, 0)
};
const char *tenant_errors_standard(void) { return (const char *)errors_standard; }

static const unsigned char openapi_document[] = {
#embed "OpenAPI/document.json" suffix(, 0)
};
const char *tenant_openapi_document(void) { return (const char *)openapi_document; }

static const unsigned char openapi_schemas[] = {
#embed "OpenAPI/schemas.json" suffix(, 0)
};
const char *tenant_openapi_schemas(void) { return (const char *)openapi_schemas; }

static const unsigned char openapi_actions[] = {
#embed "OpenAPI/actions.json" suffix(, 0)
};
const char *tenant_openapi_actions(void) { return (const char *)openapi_actions; }

static const unsigned char openapi_consents[] = {
#embed "OpenAPI/consents.json" suffix(, 0)
};
const char *tenant_openapi_consents(void) { return (const char *)openapi_consents; }

static const unsigned char openapi_inbox[] = {
#embed "OpenAPI/inbox.json" suffix(, 0)
};
const char *tenant_openapi_inbox(void) { return (const char *)openapi_inbox; }

static const unsigned char openapi_sign_ins[] = {
#embed "OpenAPI/sign-ins.json" suffix(, 0)
};
const char *tenant_openapi_sign_ins(void) { return (const char *)openapi_sign_ins; }

static const unsigned char openapi_collection[] = {
#embed "OpenAPI/collection.json" suffix(, 0)
};
const char *tenant_openapi_collection(void) { return (const char *)openapi_collection; }

static const unsigned char openapi_testing[] = {
#embed "OpenAPI/testing.json" suffix(, 0)
};
const char *tenant_openapi_testing(void) { return (const char *)openapi_testing; }

static const unsigned char directory[] = {
#embed "directory.json" suffix(, 0)
};
const char *tenant_directory(void) { return (const char *)directory; }

static const unsigned char development_keys[] = {
#embed "development-keys.json" suffix(, 0)
};
const char *tenant_development_keys(void) { return (const char *)development_keys; }

static const unsigned char style_sheet[] = {
#embed "style.css" suffix(, 0)
};
const char *tenant_style_sheet(void) { return (const char *)style_sheet; }
