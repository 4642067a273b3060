// SPDX-License-Identifier: Apache-2.0

// Says how net/http reads responses, in the form of response-reader; the input is that of framing-reader.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func read(text []byte) string {
	reader := bufio.NewReader(bytes.NewReader(text))
	for {
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			return "refused"
		}
		content, err := io.ReadAll(response.Body)
		if err != nil {
			return "refused"
		}
		if response.StatusCode >= 100 && response.StatusCode < 200 {
			continue
		}
		var fields []string
		for name, values := range response.Header {
			for _, value := range values {
				fields = append(fields, strings.ToLower(name)+":"+value)
			}
		}
		return fmt.Sprintf("%d %x %x", response.StatusCode, strings.Join(fields, "\n"), content)
	}
}

func main() {
	input, output := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer output.Flush()
	for {
		var length uint32
		if binary.Read(input, binary.BigEndian, &length) != nil {
			return
		}
		text := make([]byte, length)
		if _, err := io.ReadFull(input, text); err != nil {
			panic(err)
		}
		fmt.Fprintln(output, read(text))
	}
}
