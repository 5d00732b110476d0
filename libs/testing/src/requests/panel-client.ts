import type { Answer } from './api-client.js';

interface Given {
  body?: unknown;
  headers?: Record<string, string>;
}

/** A page of the panel in a browser: it keeps its session cookie and sends its origin. */
export class PanelClient {
  /** In the form in which the browser sends it back. */
  cookie: string | undefined;

  constructor(
    readonly baseUrl: string,
    /** Sent with every call. */
    private readonly headers: Record<string, string> = {},
  ) {}

  async call(method: string, path: string, { body, headers = {} }: Given = {}): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}/panel/v1${path}`, {
      method,
      headers: {
        origin: this.baseUrl,
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    this.keep(response.headers.getSetCookie());
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  signIn({ email, password }: { email: string; password: string }): Promise<Answer> {
    return this.call('POST', '/session', { body: { email, password } });
  }

  private keep(given: string[]): void {
    for (const cookie of given) {
      const [pair = ''] = cookie.split(';', 1);
      this.cookie = pair.endsWith('=') ? undefined : pair;
    }
  }
}
