// What a client does in its first hour, through a generated client. What the client has read goes to the output as the client writes it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strings"

	vigia "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func must[T any](value T, _ *http.Response, err error) T {
	if err != nil {
		var failed *vigia.GenericOpenAPIError
		if errors.As(err, &failed) {
			panic(err.Error() + " " + string(failed.Body()))
		}
		panic(err)
	}
	return value
}

func main() {
	base := os.Getenv("BASE")
	config := vigia.NewConfiguration()
	config.Servers = vigia.ServerConfigurations{{URL: base}}
	client := vigia.NewAPIClient(config)
	basic := context.WithValue(context.Background(), vigia.ContextBasicAuth,
		vigia.BasicAuth{UserName: os.Getenv("ACCESS_KEY"), Password: os.Getenv("ACCESS_SECRET")})
	token := must(client.AutenticacionAPI.AutenticacionObtenerTokenV2(basic).Execute()).Data.Token
	bearer := context.WithValue(context.Background(), vigia.ContextAccessToken, token)

	load := func(taxId string, docType vigia.DocType, isMonitoring bool) (*vigia.LoadAnswer, *http.Response, error) {
		body := vigia.NewLoadBodyV2(taxId, docType)
		body.SetIsMonitoring(isMonitoring)
		return client.PerfilesAPI.PerfilesCargarV2(bearer).LoadBodyV2(*body).Execute()
	}
	must(load("20990000019", vigia.RUC, true))
	must(load("20990000116", vigia.RUC, true))
	must(load("99990002", vigia.DNI, false))
	_, _, err := load("20990000094", vigia.RUC, true)
	var refused *vigia.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic("the taxpayer that does not exist was loaded")
	}

	signIn := vigia.NewSignIn(os.Getenv("EMAIL"), os.Getenv("PASSWORD"))
	_, answer, err := client.PanelSessionsAPI.SessionsOpen(context.Background()).Origin(base).SignIn(*signIn).Execute()
	must(answer, answer, err)
	config.AddDefaultHeader("Cookie", strings.SplitN(answer.Header.Get("Set-Cookie"), ";", 2)[0])
	panel, plain := client.PanelWebhooksAPI, context.Background()
	if len(must(panel.WebhooksList(plain).Execute()).Webhooks) == 0 {
		webhook := vigia.NewWebhookToCreate("https://cliente.example/vigia")
		webhook.SetPayloadVersion(vigia.V2)
		must(panel.WebhooksCreate(plain).Origin(base).WebhookToCreate(*webhook).Execute())
	}
	triggered := must(client.WebhooksAPI.WebhookPerfilesResumenV2(bearer).TriggerBody(*vigia.NewTriggerBody("20990000019", vigia.RUC)).Execute())

	v1 := func(taxId string) any { return must(client.PerfilesAPI.PerfilesResumenV1(bearer, taxId).Execute()) }
	v2 := func(taxId string) any { return must(client.PerfilesAPI.PerfilesResumenV2(bearer, taxId).Execute()) }
	charges := must(client.CuotaAPI.CuotaCargosV2(bearer).Desde("2026-01-01").Hasta("2199-12-31").Execute())
	read := map[string]any{
		"whole v1":   v1("20990000019"),
		"whole v2":   v2("20990000019"),
		"partial v1": v1("20990000116"),
		"partial v2": v2("20990000116"),
		"DNI v1":     v1("99990002"),
		"DNI v2":     v2("99990002"),
		"charges":    charges,
		"statement":  must(client.CuotaAPI.CuotaEstadoDeCuentaV2(bearer).Execute()),
		"webhooks":   must(panel.WebhooksList(plain).Execute()),
		"trigger":    triggered,
		"refusal":    refused.Model(),
	}
	if err := json.NewEncoder(os.Stdout).Encode(read); err != nil {
		panic(err)
	}
}
