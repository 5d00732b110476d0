import { sourcesFor, type SourceName } from '@vigia/contracts';
import type { Answer, ApiClient, System } from '@vigia/testing';

/** Calls as a customer makes them, under any path prefix. */
export async function loadOne(client: ApiClient, taxId: string, body: object = {}, prefix = '/v2'): Promise<Answer> {
  return post(client, `${prefix}/perfiles/cargar`, { taxId, docType: 'RUC', ...body });
}

export async function loadMany(client: ApiClient, taxIds: readonly string[], body: object = {}, prefix = '/v2'): Promise<Answer> {
  return post(client, `${prefix}/perfiles/cargar-masivo`, { taxIds, docType: 'RUC', ...body });
}

export async function post(client: ApiClient, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return client.call('POST', path, { body, headers: { ...(await client.authorization()), ...headers } });
}

export async function read(client: ApiClient, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return client.call('GET', path, { headers: { ...(await client.authorization()), ...headers } });
}

/** How often each source has been asked about a document so far. Names are looked up in our own lists: nobody is asked. */
export async function askedAbout(system: System, taxId: string): Promise<Partial<Record<SourceName, number>>> {
  const response = await fetch(`${system.simulator.url}/control/calls`);
  const { sources } = (await response.json()) as { sources: Record<SourceName, { taxIds: Record<string, number> }> };
  return Object.fromEntries(
    sourcesFor('RUC').flatMap((source): [SourceName, number][] => {
      const calls = sources[source].taxIds[taxId];
      return calls ? [[source, calls]] : [];
    }),
  );
}
