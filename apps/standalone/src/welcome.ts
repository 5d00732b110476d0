import type { Demo } from './demo.js';
import type { DemoUser } from './demo-users.js';

/** The text that a newcomer sees. */
export function welcome({ baseUrl, simulatorUrl, corporations, operator }: Demo, homeFolder: string): string {
  const { mensual, unico } = corporations;
  const people: [who: string, user: DemoUser][] = [
    ['mensual, administrator', mensual.admin],
    ['mensual, analyst', mensual.analyst],
    ['mensual, member', mensual.member],
    ['unico, administrator', unico.admin],
    ['unico, analyst', unico.analyst],
    ['unico, member', unico.member],
    ['operator', operator],
  ];
  return `
  Vigía is running.

    Dashboard   ${baseUrl}/   (sign in as one of the users below)
    API docs    ${baseUrl}/docs
    Simulator   ${simulatorUrl === null ? 'off: a source that is neither configured nor imported is not contracted' : `${simulatorUrl}/   (answers for every source; this page lists documents to try)`}

  Demo users                        email                          password
${people.map(([who, { email, password }]) => `    ${who.padEnd(32)}${email.padEnd(31)}${password ?? '(deactivated)'}`).join('\n')}

  Demo credentials of the API       access key                     access secret
    monthly plan (mensual)          ${mensual.accessKey}    ${mensual.accessSecret}
    one-time payment (unico)        ${unico.accessKey}    ${unico.accessSecret}

  A first load:

    TOKEN=$(curl -s -X POST ${baseUrl}/v1/autenticacion/obtener-token -u ${mensual.accessKey}:${mensual.accessSecret} | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
    curl -s ${baseUrl}/v1/perfiles/cargar -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"taxId":"20990000019","docType":"RUC"}'
    curl -s ${baseUrl}/v2/perfiles/20990000019/resumen -H "Authorization: Bearer $TOKEN"

  Or all of it, with progress:  npm run demo
  Ctrl-C stops everything. Data, credentials (demo.json) and log (vigia.log) are kept in ${homeFolder}

`;
}
