import { OutboundError, type Exchange, type HttpClient } from '@vigia/outbound-http';

export interface TokenRequest {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  audience: string | null;
  scope: string | null;
}

/** Its message quotes no answer of a token server, which may hold secrets. */
export class TokenError extends Error {}

const mostTokenBytes = 64 * 1024;
const refusals = ['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'];
/** The server has recognised the client, so the credentials were where it expects them. */
const ofKnownClients = ['unauthorized_client', 'unsupported_grant_type', 'invalid_scope'];
/** Characters that a header may contain. */
const bearerToken = /^[\x21-\x7e]{1,16384}$/;

/** The client_credentials grant. Servers differ in where they expect the client's credentials: we try the header, then the body. */
export async function fetchToken(client: HttpClient, request: TokenRequest, budgetMs: number, signal: AbortSignal): Promise<string> {
  const until = performance.now() + budgetMs;
  const ask = (credentialsIn: 'header' | 'body') => {
    const deadlineMs = Math.ceil(until - performance.now());
    if (deadlineMs <= 0) throw new TokenError('the token endpoint did not answer in time');
    return client.exchange({ ...messageOf(request, credentialsIn), deadlineMs, maxBodyBytes: mostTokenBytes, signal });
  };
  try {
    const answer = await ask('header');
    return tokenIn(isAboutCredentials(answer) ? await ask('body') : answer);
  } catch (error) {
    if (!(error instanceof OutboundError) || error.kind === 'aborted') throw error;
    throw new TokenError(`the token endpoint: ${error.message}`);
  }
}

/** Servers that expect the credentials in the body refuse the header with various codes, or without any. */
function isAboutCredentials(answer: Exchange): boolean {
  return [400, 401, 403].includes(answer.status) && !ofKnownClients.some((known) => known === refusalIn(answer));
}

function messageOf({ tokenUrl, clientId, clientSecret, audience, scope }: TokenRequest, credentialsIn: 'header' | 'body') {
  const basic = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64');
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(audience !== null && { audience }),
    ...(scope !== null && { scope }),
    ...(credentialsIn === 'body' && { client_id: clientId, client_secret: clientSecret }),
  });
  return {
    method: 'POST' as const,
    url: tokenUrl,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(credentialsIn === 'header' && { authorization: `Basic ${basic}` }),
    },
    body: form.toString(),
  };
}

function tokenIn(answer: Exchange): string {
  const { status } = answer;
  if (status !== 200) {
    const refusal = refusalIn(answer);
    throw new TokenError(`the token endpoint answered ${status}${refusal ? ` (${refusal})` : ''}`);
  }
  const { access_token: token, token_type: type } = jsonOf(answer);
  if (typeof token !== 'string' || !bearerToken.test(token)) throw new TokenError('the token endpoint gave no usable access_token');
  const isBearer = type === undefined || (typeof type === 'string' && type.toLowerCase() === 'bearer');
  if (!isBearer) throw new TokenError('the token is not a bearer token');
  return token;
}

function refusalIn(answer: Exchange): string | undefined {
  const { error } = jsonOf(answer);
  return refusals.find((known) => known === error);
}

function jsonOf({ body }: Pick<Exchange, 'body'>): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString('utf8'))) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** RFC 6749 requires both parts to be form-encoded before they are joined. */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

/** The tokens of one attempt. Their time is measured separately from the receiver's. */
export class AttemptToken {
  totalMs: number | undefined;
  asked = 0;
  readonly issued: string[] = [];

  constructor(
    private readonly request: TokenRequest | null,
    private readonly fetch: (request: TokenRequest) => Promise<string>,
  ) {}

  get isUsed(): boolean {
    return this.request !== null;
  }

  async header(): Promise<Record<string, string>> {
    if (!this.request) return {};
    const startedAt = performance.now();
    this.asked += 1;
    try {
      const token = await this.fetch(this.request);
      this.issued.push(token);
      return { Authorization: `Bearer ${token}` };
    } finally {
      this.totalMs = (this.totalMs ?? 0) + Math.round(performance.now() - startedAt);
    }
  }
}
