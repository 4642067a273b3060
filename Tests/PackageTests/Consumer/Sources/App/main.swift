// SPDX-License-Identifier: Apache-2.0
import SignIn

print(ScopeSet(["openid"]))
