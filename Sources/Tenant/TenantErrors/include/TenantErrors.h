// SPDX-License-Identifier: Apache-2.0
#pragma once

// The table of errors of each dialect, as JSON that ends with a zero byte.
//
// The C compiler embeds a table in milliseconds, and no Swift module is compiled again for a changed row. The array of
// numbers that the package manager writes for an embedded resource takes ten seconds.

const char *_Nonnull tenant_errors_azure_ad_b2c(void);
const char *_Nonnull tenant_errors_entra_id(void);
const char *_Nonnull tenant_errors_graph(void);
const char *_Nonnull tenant_errors_standard(void);
