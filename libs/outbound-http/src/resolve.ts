import { lookup, Resolver } from 'node:dns/promises';

/**
 * Also knows the names that only this machine knows. All such calls of a process share two threads, and a call waits while a name server is
 * silent.
 */
export async function resolveBySystem(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

const patience = { timeout: 2_000, tries: 2 };

/** Asks the name servers from the event loop: a name whose server is silent delays no other name. */
export function networkResolver(servers?: string[]): (hostname: string) => Promise<string[]> {
  const resolver = new Resolver(patience);
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length === 0 && found[0].status === 'rejected') throw found[0].reason;
    return addresses;
  };
}
