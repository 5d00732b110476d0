// What a client does in its first hour, through a generated client. What the client has read goes to the output as the client writes it.
import * as vigia from './client/index';

const { BASE = '', ACCESS_KEY, ACCESS_SECRET, EMAIL = '', PASSWORD = '' } = process.env;
const withBasic = new vigia.Configuration({ basePath: BASE, username: ACCESS_KEY, password: ACCESS_SECRET });
const { data: given } = await new vigia.AutenticacionApi(withBasic).autenticacionObtenerTokenV2();
const withToken = new vigia.Configuration({ basePath: BASE, accessToken: given.token });
const perfiles = new vigia.PerfilesApi(withToken);
const cuota = new vigia.CuotaApi(withToken);

const load = (loadBodyV2: vigia.LoadBodyV2) => perfiles.perfilesCargarV2({ loadBodyV2 });
await load({ taxId: '20990000019', docType: vigia.DocType.Ruc });
await load({ taxId: '20990000116', docType: vigia.DocType.Ruc });
await load({ taxId: '99990002', docType: vigia.DocType.Dni, isMonitoring: false });
const refusal = await load({ taxId: '20990000094', docType: vigia.DocType.Ruc }).then(
  () => undefined,
  async (error: unknown) => {
    if (!(error instanceof vigia.ResponseError)) throw error;
    return vigia.ApiErrorToJSON(vigia.ApiErrorFromJSON(await error.response.json()));
  },
);

const signedIn = await new vigia.PanelSessionsApi(new vigia.Configuration({ basePath: BASE })).sessionsOpenRaw({
  origin: BASE,
  signIn: { email: EMAIL, password: PASSWORD },
});
const [cookie = ''] = (signedIn.raw.headers.get('set-cookie') ?? '').split(';');
const panel = new vigia.PanelWebhooksApi(new vigia.Configuration({ basePath: BASE, headers: { cookie } }));
if ((await panel.webhooksList()).webhooks.length === 0) {
  await panel.webhooksCreate({ origin: BASE, webhookToCreate: { url: 'https://cliente.example/vigia', payloadVersion: 'v2' } });
}
const triggered = await new vigia.WebhooksApi(withToken).webhookPerfilesResumenV2({
  triggerBody: { taxId: '20990000019', docType: vigia.DocType.Ruc },
});

const [desde, hasta] = [new Date('2026-01-01'), new Date('2199-12-31')];
const summaries = async (taxId: string) => ({
  v1: vigia.SummaryAnswerV1ToJSON(await perfiles.perfilesResumenV1({ taxId })),
  v2: vigia.SummaryAnswerV2ToJSON(await perfiles.perfilesResumenV2({ taxId })),
});
const [whole, partial, dni] = [await summaries('20990000019'), await summaries('20990000116'), await summaries('99990002')];
console.log(
  JSON.stringify({
    'whole v1': whole.v1,
    'whole v2': whole.v2,
    'partial v1': partial.v1,
    'partial v2': partial.v2,
    'DNI v1': dni.v1,
    'DNI v2': dni.v2,
    charges: vigia.ChargesAnswerToJSON(await cuota.cuotaCargosV2({ desde, hasta })),
    statement: vigia.StatementAnswerToJSON(await cuota.cuotaEstadoDeCuentaV2()),
    webhooks: vigia.WebhookListToJSON(await panel.webhooksList()),
    trigger: vigia.TriggerAnswerToJSON(triggered),
    refusal,
  }),
);
