import { BatchesByKey } from '@vigia/dispatch';

/** From so many deliveries on a few more change little of what is shown of them. */
const many = 1_000;
const keptMs = 30_000;

/**
 * What a page shows of all deliveries of a day or a week, and asks for again with every event. One reading at a time is made for each
 * corporation, all who wait for the same share it, and one of many deliveries is kept for half a minute.
 */
export class KeptReadings<Asked extends { corporationId: string }, Reading> {
  private readonly kept = new Map<string, Reading>();
  private readonly batches = new BatchesByKey<Asked, Reading>((_corporationId, asked) => this.readings(asked));

  constructor(
    private readonly read: (asked: Asked) => Promise<Reading>,
    private readonly deliveriesIn: (reading: Reading) => number,
  ) {}

  of(asked: Asked): Promise<Reading> {
    return this.batches.add(asked.corporationId, asked);
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
