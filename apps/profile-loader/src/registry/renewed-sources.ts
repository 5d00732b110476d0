import { Injectable } from '@nestjs/common';
import { sourceNames, type SourceName } from '@vigia/contracts';
import { isImportable } from '../sources/providers/provider-file.js';
import { SourceProviders } from '../sources/providers/provider.js';
import { anyList, Imported } from './imported.js';
import { registryReaders } from './registry-readers.js';

/** Since when a source that answered `not_contracted` may answer something else. */
export type Renewed = Partial<Record<SourceName, Date>>;

/** How long after a switch an answer may still miss it: before the commit of the switch, or from the cache of what is in force. */
const unseenMs = 5_000;

/** A roll-out starts the new replicas beside old ones, which do not know a new provider yet and still answer. */
const rollOutMs = 15 * 60_000;

/**
 * A register counts from its version in force on, and a provider from the start of this process, which has read its settings. Once a roll-out
 * is over, the provider counts from its end.
 */
@Injectable()
export class RenewedSources {
  private readonly startedAt = new Date();

  constructor(
    private readonly imported: Imported,
    private readonly providers: SourceProviders,
  ) {}

  async since(): Promise<Renewed> {
    const found = await Promise.all(sourceNames.map(async (source) => [source, await this.sinceOf(source)] as const));
    return Object.fromEntries(found.filter(([, since]) => since !== undefined));
  }

  private async sinceOf(source: SourceName): Promise<Date | undefined> {
    const provider = this.providers.of[source];
    if (provider.kind === 'none') return undefined;
    if (provider.kind === 'lists') return this.importedSince([anyList]);
    const asksSomebody = provider.kind !== 'dataset' || provider.otherwise !== undefined;
    const isRead = provider.kind !== 'http' && isImportable(source);
    const imported = isRead ? await this.importedSince(registryReaders[source].datasets) : undefined;
    const provided = this.providedSince();
    return asksSomebody && (!imported || imported < provided) ? provided : imported;
  }

  /** Never later than now: otherwise every load during a roll-out would ask again. */
  private providedSince(): Date {
    const rolledOutAt = this.startedAt.getTime() + rollOutMs;
    return Date.now() < rolledOutAt ? this.startedAt : new Date(rolledOutAt);
  }

  private async importedSince(datasets: readonly string[]): Promise<Date | undefined> {
    const switched = await this.imported.newestOf(datasets);
    return switched && new Date(switched.getTime() + unseenMs);
  }
}
