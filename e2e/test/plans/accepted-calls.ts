import type { ApiClient, PanelClient } from '@vigia/testing';

/** Makes each refused call of this client fail: a refused call does not send the statements that it is here for. */
export function withAcceptedCalls<Client extends ApiClient | PanelClient>(client: Client): Client {
  const call = client.call.bind(client);
  client.call = async (method, path, given) => {
    const answer = await call(method, path, given);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  return client;
}
