// SPDX-License-Identifier: Apache-2.0

// The least that a Swift program can do; `Benchmarks/cold.py` holds `tessera token` against it.
print("a line")
