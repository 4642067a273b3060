// SPDX-License-Identifier: Apache-2.0
import TesseraCommand

await TesseraProgram.main()
