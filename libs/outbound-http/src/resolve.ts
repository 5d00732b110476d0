import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';

const mostRemembered = 1_000;

/**
 * Also knows the names that only this machine knows. The look-ups of a process share two threads, also those of its database and its broker,
 * and a look-up holds one for as long as a name server is silent. So a name is looked up once at a time, however many calls wait for it, and
 * the names whose latest look-up failed are looked up one after another: all together, they hold one thread.
 */
export function systemResolver(lookUp: typeof lookupAll = lookupAll): (hostname: string) => Promise<string[]> {
  const underWay = new Map<string, Promise<string[]>>();
  const failing = new Set<string>();
  let lastFailing: Promise<unknown> = Promise.resolve();

  async function lookUpOnce(hostname: string): Promise<string[]> {
    try {
      const addresses = await lookUp(hostname);
      failing.delete(hostname);
      return addresses;
    } catch (error) {
      // Where clients may save internal names, they may save ever other ones.
      if (failing.size >= mostRemembered) failing.clear();
      failing.add(hostname);
      throw error;
    } finally {
      underWay.delete(hostname);
    }
  }

  return (hostname) => {
    const known = underWay.get(hostname);
    if (known) return known;
    const isFailing = failing.has(hostname);
    const found = isFailing ? lastFailing.then(() => lookUpOnce(hostname)) : lookUpOnce(hostname);
    if (isFailing) lastFailing = found.catch(() => undefined);
    underWay.set(hostname, found);
    return found;
  };
}

async function lookupAll(hostname: string): Promise<string[]> {
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
    const ipv4 = askTwice(() => resolver.resolve4(hostname));
    const ipv6 = askTwice(() => resolver.resolve6(hostname));
    const found = await Promise.allSettled([ipv4, unlessLate(ipv6, ipv4)]);
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length === 0 && found[0].status === 'rejected') throw found[0].reason;
    return addresses;
  };
}

/** A name server that could not find the answer in time may have it now. The resolver of the system asks again, too. */
async function askTwice(ask: () => Promise<string[]>): Promise<string[]> {
  return ask().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ESERVFAIL') throw error;
    return ask();
  });
}

/** The IPv6 addresses, or none if they come much later than the IPv4 ones. Not the reverse: many machines reach nothing by IPv6. */
function unlessLate(ipv6: Promise<string[]>, ipv4: Promise<string[]>): Promise<string[]> {
  const late = ipv4.then(
    () => pause(ipv6AfterMs, [], { ref: false }),
    () => ipv6,
  );
  return Promise.race([ipv6, late]);
}
