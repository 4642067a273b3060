// SPDX-License-Identifier: Apache-2.0

// A relying party with go-oidc and golang.org/x/oauth2; test_relying_parties.py says what it reads and writes.
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"log"
	"net/url"
	"os"
	"strings"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

type document map[string]interface{}

func main() {
	ctx, lines := context.Background(), bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	provider, err := oidc.NewProvider(ctx, os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID: os.Args[2], ClientSecret: os.Args[3], RedirectURL: os.Args[4],
		Endpoint: provider.Endpoint(), Scopes: strings.Fields(os.Args[5]),
	}
	state, nonce := random(), random()
	write(document{"url": config.AuthCodeURL(state, oidc.Nonce(nonce))})
	lines.Scan()
	write(answered(signIn(ctx, provider, config, lines.Text(), state, nonce)))
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		token, err := provider.Verifier(&oidc.Config{ClientID: words[0]}).Verify(ctx, words[1])
		write(answered(claims(token, err)))
	}
}

func signIn(
	ctx context.Context, provider *oidc.Provider, config oauth2.Config, redirect, state, nonce string,
) (document, error) {
	address, err := url.Parse(redirect)
	if err != nil || address.Query().Get("state") != state {
		return nil, refusal("state did not match")
	}
	token, err := config.Exchange(ctx, address.Query().Get("code"))
	if err != nil {
		return nil, err
	}
	raw, _ := token.Extra("id_token").(string)
	idToken, err := provider.Verifier(&oidc.Config{ClientID: config.ClientID}).Verify(ctx, raw)
	if err != nil {
		return nil, err
	}
	if idToken.Nonce != nonce {
		return nil, refusal("nonce did not match")
	}
	if idToken.AccessTokenHash != "" {
		if err := idToken.VerifyAccessToken(token.AccessToken); err != nil {
			return nil, err
		}
	}
	person, err := provider.UserInfo(ctx, config.TokenSource(ctx, token))
	if err != nil {
		return nil, err
	}
	refreshed, err := config.TokenSource(ctx, &oauth2.Token{RefreshToken: token.RefreshToken}).Token()
	if err != nil {
		return nil, err
	}
	known, err := claims(idToken, nil)
	return document{
		"claims": known, "userinfo": person.Subject, "id_token": raw,
		"refreshed": refreshed.AccessToken != token.AccessToken,
	}, err
}

func claims(token *oidc.IDToken, err error) (document, error) {
	known := document{}
	if err == nil {
		err = token.Claims(&known)
	}
	return known, err
}

func answered(answer document, err error) document {
	if err != nil {
		return document{"error": err.Error()}
	}
	return answer
}

func write(answer document) {
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		log.Fatal(err)
	}
}

func random() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

type refusal string

func (reason refusal) Error() string { return string(reason) }
