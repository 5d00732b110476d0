// Reads the received messages and reports for each whether the library accepts it.
package main

import (
	"encoding/json"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type message struct {
	SecretKey string            `json:"secretKey"`
	Headers   map[string]string `json:"headers"`
	Body      []byte            `json:"body"`
}

func main() {
	var messages []message
	if err := json.NewDecoder(os.Stdin).Decode(&messages); err != nil {
		panic(err)
	}
	verdicts := make([]bool, len(messages))
	for i, one := range messages {
		webhook, err := standardwebhooks.NewWebhook(one.SecretKey)
		if err != nil {
			panic(err)
		}
		headers := http.Header{}
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		verdicts[i] = webhook.Verify(one.Body, headers) == nil
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		panic(err)
	}
}
