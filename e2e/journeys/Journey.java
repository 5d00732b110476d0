// What a client does in its first hour, through a generated client. What the client has read goes to the output as the client writes it.
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AutenticacionApi;
import org.openapitools.client.api.CuotaApi;
import org.openapitools.client.api.PanelSessionsApi;
import org.openapitools.client.api.PanelWebhooksApi;
import org.openapitools.client.api.PerfilesApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.*;

public class Journey {
  static final String base = System.getenv("BASE");

  static ApiClient clientWith(String header, String value) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(base);
    client.setRequestInterceptor((HttpRequest.Builder request) -> request.header(header, value));
    return client;
  }

  static void load(PerfilesApi perfiles, String taxId, DocType docType, boolean isMonitoring) throws ApiException {
    perfiles.perfilesCargarV2(new LoadBodyV2().taxId(taxId).docType(docType).isMonitoring(isMonitoring), null);
  }

  public static void main(String[] arguments) throws Exception {
    String pair = System.getenv("ACCESS_KEY") + ":" + System.getenv("ACCESS_SECRET");
    String basic = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    String token = new AutenticacionApi(clientWith("Authorization", basic)).autenticacionObtenerTokenV2().getData().getToken();
    ApiClient client = clientWith("Authorization", "Bearer " + token);
    PerfilesApi perfiles = new PerfilesApi(client);
    CuotaApi cuota = new CuotaApi(client);

    load(perfiles, "20990000019", DocType.RUC, true);
    load(perfiles, "20990000116", DocType.RUC, true);
    load(perfiles, "99990002", DocType.DNI, false);
    Map<String, Object> read = new LinkedHashMap<>();
    try {
      load(perfiles, "20990000094", DocType.RUC, true);
    } catch (ApiException refused) {
      read.put("refusal", client.getObjectMapper().readValue(refused.getResponseBody(), ApiError.class));
    }

    SignIn signIn = new SignIn().email(System.getenv("EMAIL")).password(System.getenv("PASSWORD"));
    String cookie = new PanelSessionsApi(clientWith("Accept", "application/json"))
        .sessionsOpenWithHttpInfo(URI.create(base), signIn).getHeaders().get("set-cookie").get(0).split(";")[0];
    PanelWebhooksApi panel = new PanelWebhooksApi(clientWith("Cookie", cookie));
    if (panel.webhooksList().getWebhooks().isEmpty()) {
      WebhookToCreate webhook = new WebhookToCreate().url("https://cliente.example/vigia").payloadVersion(ApiVersion.V2);
      panel.webhooksCreate(URI.create(base), webhook, null);
    }
    TriggerBody trigger = new TriggerBody().taxId("20990000019").docType(DocType.RUC);
    read.put("trigger", new WebhooksApi(client).webhookPerfilesResumenV2(trigger, null));

    Map<String, String> documents = Map.of("whole", "20990000019", "partial", "20990000116", "DNI", "99990002");
    for (Map.Entry<String, String> one : documents.entrySet()) {
      read.put(one.getKey() + " v1", perfiles.perfilesResumenV1(one.getValue(), null, null, null));
      read.put(one.getKey() + " v2", perfiles.perfilesResumenV2(one.getValue(), null, null, null));
    }
    read.put("charges", cuota.cuotaCargosV2(LocalDate.parse("2026-01-01"), LocalDate.parse("2199-12-31"), null, null, null, null));
    read.put("statement", cuota.cuotaEstadoDeCuentaV2(null, null, null, null, null, null));
    read.put("webhooks", panel.webhooksList());
    System.out.println(client.getObjectMapper().writeValueAsString(read));
  }
}
