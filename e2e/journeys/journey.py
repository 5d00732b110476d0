"""What a client does in its first hour, through a generated client. What the client has read goes to the output as the client writes it."""

import datetime
import json
import os

import openapi_client as vigia

base = os.environ["BASE"]
config = vigia.Configuration(host=base, username=os.environ["ACCESS_KEY"], password=os.environ["ACCESS_SECRET"])
client = vigia.ApiClient(config)
config.access_token = vigia.AutenticacionApi(client).autenticacion_obtener_token_v2().data.token

perfiles, cuota, panel = vigia.PerfilesApi(client), vigia.CuotaApi(client), vigia.PanelWebhooksApi(client)


def load(tax_id, doc_type, **rest):
    return perfiles.perfiles_cargar_v2(vigia.LoadBodyV2(tax_id=tax_id, doc_type=doc_type, **rest))


load("20990000019", vigia.DocType.RUC)
load("20990000116", vigia.DocType.RUC)
load("99990002", vigia.DocType.DNI, is_monitoring=False)
try:
    load("20990000094", vigia.DocType.RUC)
except vigia.ApiException as refused:
    refusal = refused.data

signed_in = vigia.PanelSessionsApi(client).sessions_open_with_http_info(
    base, vigia.SignIn(email=os.environ["EMAIL"], password=os.environ["PASSWORD"])
)
# The client sends what it is given as the whole header.
config.api_key["session"] = signed_in.headers["set-cookie"].split(";")[0]
if not panel.webhooks_list().webhooks:
    panel.webhooks_create(base, vigia.WebhookToCreate(url="https://cliente.example/vigia", payload_version="v2"))
triggered = vigia.WebhooksApi(client).webhook_perfiles_resumen_v2(vigia.TriggerBody(tax_id="20990000019", doc_type=vigia.DocType.RUC))

days = datetime.date(2026, 1, 1), datetime.date(2199, 12, 31)
read = {
    "whole v1": perfiles.perfiles_resumen_v1("20990000019"),
    "whole v2": perfiles.perfiles_resumen_v2("20990000019"),
    "partial v1": perfiles.perfiles_resumen_v1("20990000116"),
    "partial v2": perfiles.perfiles_resumen_v2("20990000116"),
    "DNI v1": perfiles.perfiles_resumen_v1("99990002"),
    "DNI v2": perfiles.perfiles_resumen_v2("99990002"),
    "charges": cuota.cuota_cargos_v2(*days),
    "statement": cuota.cuota_estado_de_cuenta_v2(),
    "webhooks": panel.webhooks_list(),
    "trigger": triggered,
    "refusal": refusal,
}
print(json.dumps({name: json.loads(model.to_json()) for name, model in read.items()}))
