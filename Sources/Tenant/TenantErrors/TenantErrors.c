// SPDX-License-Identifier: Apache-2.0
#include "TenantErrors.h"

static const unsigned char azure_ad_b2c[] = {
#embed "Tables/azure-ad-b2c.json" suffix(, 0)
};
static const unsigned char entra_id[] = {
#embed "Tables/entra-id.json" suffix(, 0)
};
static const unsigned char graph[] = {
#embed "Tables/graph.json" suffix(, 0)
};
static const unsigned char standard[] = {
#embed "Tables/standard.json" suffix(, 0)
};

const char *tenant_errors_azure_ad_b2c(void) { return (const char *)azure_ad_b2c; }
const char *tenant_errors_entra_id(void) { return (const char *)entra_id; }
const char *tenant_errors_graph(void) { return (const char *)graph; }
const char *tenant_errors_standard(void) { return (const char *)standard; }
