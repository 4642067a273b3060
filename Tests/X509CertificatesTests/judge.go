// SPDX-License-Identifier: Apache-2.0

// Reads the certificates of a folder with Go's crypto/x509, and says what differs from expected.json; see judge.py.
package main

import (
	"bytes"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"time"
)

type row struct {
	File, Issuer        string
	NotBefore, NotAfter float64
	Names, Permitted    [][]string
	IsAuthority         bool
}

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func read(folder, file string) *x509.Certificate {
	der, err := os.ReadFile(filepath.Join(folder, file))
	check(err)
	certificate, err := x509.ParseCertificate(der)
	check(err)
	return certificate
}

func counted(pairs [][]string) map[string]int {
	counts := map[string]int{}
	for _, pair := range pairs {
		counts[pair[0]+" "+pair[1]]++
	}
	return counts
}

func names(certificate *x509.Certificate) (found [][]string) {
	for _, name := range certificate.DNSNames {
		found = append(found, []string{"DNS", name})
	}
	for _, name := range certificate.EmailAddresses {
		found = append(found, []string{"email", name})
	}
	for _, name := range certificate.URIs {
		found = append(found, []string{"URI", name.String()})
	}
	for _, address := range certificate.IPAddresses {
		if short := address.To4(); short != nil {
			address = short
		}
		found = append(found, []string{"IP", hex.EncodeToString(address)})
	}
	return
}

func permitted(certificate *x509.Certificate) (found [][]string) {
	for _, name := range certificate.PermittedDNSDomains {
		found = append(found, []string{"DNS", name})
	}
	for _, network := range certificate.PermittedIPRanges {
		found = append(found, []string{"IP", hex.EncodeToString(network.IP) + hex.EncodeToString(net.IP(network.Mask))})
	}
	return
}

func judge(folder string, row row, fault func(what string, found, wanted interface{})) {
	certificate, issuer := read(folder, row.File), read(folder, row.Issuer)
	fault("notBefore", float64(certificate.NotBefore.Unix()), row.NotBefore)
	fault("notAfter", float64(certificate.NotAfter.Unix()), row.NotAfter)
	fault("issuer", bytes.Equal(certificate.RawIssuer, issuer.RawSubject), true)
	err := issuer.CheckSignature(
		certificate.SignatureAlgorithm, certificate.RawTBSCertificate, certificate.Signature)
	fault("signature", err, nil)
	fault("CA", certificate.IsCA, row.IsAuthority)
	fault("names", counted(names(certificate)), counted(row.Names))
	fault("permitted", counted(permitted(certificate)), counted(row.Permitted))
	fault("unhandled", len(certificate.UnhandledCriticalExtensions), 0)
	if !issuer.IsCA {
		return
	}
	roots := x509.NewCertPool()
	roots.AddCert(issuer)
	for at, isGood := range map[float64]bool{
		row.NotBefore: true, row.NotAfter: true, row.NotBefore - 1: false, row.NotAfter + 1: false,
	} {
		_, err := certificate.Verify(x509.VerifyOptions{
			Roots: roots, CurrentTime: time.Unix(int64(at), 0), KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}})
		fault(fmt.Sprintf("valid at %.0f", at), err == nil, isGood)
	}
}

func main() {
	text, err := os.ReadFile(filepath.Join(os.Args[1], "expected.json"))
	check(err)
	var rows []row
	check(json.Unmarshal(text, &rows))
	faults := 0
	for _, row := range rows {
		judge(os.Args[1], row, func(what string, found, wanted interface{}) {
			if !reflect.DeepEqual(found, wanted) {
				faults++
				fmt.Printf("%s: %s is %v, not %v\n", row.File, what, found, wanted)
			}
		})
	}
	fmt.Printf("%d certificates, %d faults\n", len(rows), faults)
}
