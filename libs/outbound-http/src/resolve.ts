import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Also knows the names that only this machine knows. All such calls of a process share two threads, and a call waits while a name server is
 * silent.
 */
export async function resolveBySystem(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

const patience = { timeout: 2_000, tries: 2 };

/** Some name servers never answer the question for IPv6 addresses. All questions together take longer than a connection may take. */
const ipv6AfterMs = 1_000;

/** Asks the name servers from the event loop: a name whose server is silent delays no other name. */
export function networkResolver(servers?: string[]): (hostname: string) => Promise<string[]> {
  const resolver = new Resolver(patience);
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const [ipv4, ipv6] = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    const found = await Promise.allSettled([ipv4, unlessLate(ipv6, ipv4)]);
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length === 0 && found[0].status === 'rejected') throw found[0].reason;
    return addresses;
  };
}

/** The IPv6 addresses, or none if they come much later than the IPv4 ones. Not the reverse: many machines reach nothing by IPv6. */
function unlessLate(ipv6: Promise<string[]>, ipv4: Promise<string[]>): Promise<string[]> {
  const late = ipv4.then(
    () => pause(ipv6AfterMs, [], { ref: false }),
    () => ipv6,
  );
  return Promise.race([ipv6, late]);
}
