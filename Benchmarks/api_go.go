// Answers GET /api/tasks with the bytes of page.json, after judging the access token as the task API does.
// api_go FOLDER [cache|bare]: with "cache", a token that was good once is not verified again; with "bare", none is judged.
// ISSUER and AUDIENCE name those of the tokens.
package main

import (
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/golang-jwt/jwt"
)

var audience = named("AUDIENCE", "11111111-2222-3333-4444-555555555555")
var issuer = named("ISSUER", "http://127.0.0.1:4400/4b3c1a60-5f1e-4a0e-9d0b-6f2f7d1c0a11/v2.0")

// What the task API sends, too.
var fields = [][2]string{
	{"Content-Type", "application/json; charset=utf-8"},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "same-origin"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"X-Frame-Options", "DENY"},
	{"Cache-Control", "no-store"},
	{"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
}

func named(name, usual string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return usual
}

func keys(file string) map[string]*rsa.PublicKey {
	var set struct{ Keys []struct{ Kid, N, E string } }
	text, _ := os.ReadFile(file)
	if err := json.Unmarshal(text, &set); err != nil {
		panic(err)
	}
	found := map[string]*rsa.PublicKey{}
	for _, key := range set.Keys {
		n, _ := base64.RawURLEncoding.DecodeString(key.N)
		e, _ := base64.RawURLEncoding.DecodeString(key.E)
		found[key.Kid] = &rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(new(big.Int).SetBytes(e).Int64())}
	}
	return found
}

func main() {
	page, _ := os.ReadFile(os.Args[1] + "/page.json")
	known := keys(os.Args[1] + "/keys.json")
	caches := len(os.Args) > 2 && os.Args[2] == "cache"
	var cache sync.Map
	parser := jwt.Parser{ValidMethods: []string{"RS256"}}
	good := func(text string) bool {
		if _, seen := cache.Load(text); caches && seen {
			return true
		}
		token, err := parser.Parse(text, func(token *jwt.Token) (interface{}, error) {
			name, _ := token.Header["kid"].(string)
			if key := known[name]; key != nil {
				return key, nil
			}
			return nil, fmt.Errorf("unknown key")
		})
		if err != nil {
			return false
		}
		claims := token.Claims.(jwt.MapClaims)
		scopes, _ := claims["scp"].(string)
		if !claims.VerifyAudience(audience, true) || !claims.VerifyIssuer(issuer, true) ||
			!strings.Contains(" "+scopes+" ", " Tasks.ReadWrite ") {
			return false
		}
		if caches {
			cache.Store(text, true)
		}
		return true
	}
	answer := func(response http.ResponseWriter) {
		for _, field := range fields {
			response.Header().Set(field[0], field[1])
		}
		response.Write(page)
	}
	if len(os.Args) > 2 && os.Args[2] == "bare" {
		http.HandleFunc("/", func(response http.ResponseWriter, _ *http.Request) { answer(response) })
	}
	http.HandleFunc("/api/tasks", func(response http.ResponseWriter, request *http.Request) {
		value := request.Header.Get("Authorization")
		if !strings.HasPrefix(value, "Bearer ") || !good(value[7:]) {
			response.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
			http.Error(response, `{"code":"invalid_token","message":"the token was refused"}`, http.StatusUnauthorized)
			return
		}
		answer(response)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	http.Serve(listener, nil)
}
