import { BatchesByKey, BulkheadByKey } from '@vigia/dispatch';

/** From this many deliveries on, a few more hardly change the result. */
const many = 1_000;
const keptMs = 30_000;
/** The callers of each corporation, whichever reading they wait for. Each holds a message slot, and all corporations share these slots. */
const callers = new BulkheadByKey(Infinity, { running: 8, waiting: 0 });

/**
 * Readings over all deliveries of a day or a week, which a page asks for again with every event. For each corporation one reading runs at a
 * time, and all callers who wait for the same one share it. A reading of many deliveries is cached for half a minute. If too many callers
 * wait, the next is refused at once, which affects only its own corporation.
 */
export class KeptReadings<Asked extends { corporationId: string }, Reading> {
  private readonly kept = new Map<string, Reading>();
  private readonly batches = new BatchesByKey<Asked, Reading>((_corporationId, asked) => this.readings(asked));

  constructor(
    private readonly read: (asked: Asked) => Promise<Reading>,
    /** Left out for a reading that must be current: it is not cached. */
    private readonly deliveriesIn: (reading: Reading) => number = () => 0,
  ) {}

  of(asked: Asked): Promise<Reading> {
    return callers.run(asked.corporationId, () => this.batches.add(asked.corporationId, asked));
  }

  private async readings(asked: Asked[]): Promise<Reading[]> {
    const readings = new Map<string, Reading>();
    for (const one of asked) {
      const key = JSON.stringify(one);
      if (!readings.has(key)) readings.set(key, this.kept.get(key) ?? (await this.readOnce(key, one)));
    }
    return asked.map((one) => readings.get(JSON.stringify(one)) as Reading);
  }

  private async readOnce(key: string, asked: Asked): Promise<Reading> {
    const reading = await this.read(asked);
    if (this.deliveriesIn(reading) >= many) {
      this.kept.set(key, reading);
      setTimeout(() => this.kept.delete(key), keptMs).unref();
    }
    return reading;
  }
}
