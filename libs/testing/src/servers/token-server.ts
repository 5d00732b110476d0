import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import OAuth2Server from '@node-oauth/oauth2-server';

interface TokenServer {
  tokenUrl: string;
  issued: string[];
  close(): void;
}

/** An independently written OAuth 2.0 server. It knows one client, whose credentials it compares as they arrive in the header. */
export async function startTokenServer(clientId: string, clientSecret: string): Promise<TokenServer> {
  const issued: string[] = [];
  const oauth = new OAuth2Server({
    model: {
      getClient: async (id, secret) => id === clientId && secret === clientSecret && { id, grants: ['client_credentials'] },
      getUserFromClient: async (client) => ({ id: client.id }),
      validateScope: async (_user, _client, scope) => scope ?? [],
      async saveToken(token, client, user) {
        issued.push(token.accessToken);
        return { ...token, client, user };
      },
      getAccessToken: async () => false,
    },
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const body = Object.fromEntries(new URLSearchParams(await text(request)));
    const given = new OAuth2Server.Response();
    const asked = new OAuth2Server.Request({ method, headers: headers as Record<string, string>, query: {}, body });
    // The refusal is already in the answer when it is thrown.
    await oauth.token(asked, given).catch(() => undefined);
    response.writeHead(given.status ?? 500, given.headers).end(JSON.stringify(given.body));
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    tokenUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    issued,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
