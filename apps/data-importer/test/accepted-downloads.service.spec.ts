import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { latin1, padronHeader, padronLine } from './running/padron.js';
import { startPublisher, type Publisher } from './running/publisher.js';
import { startImporter, type RunningImporter } from './running/running-importer.js';

const padron = 'padron_reducido';
const [acme, andes, sur, norte] = ['20991000012', '20991000021', '20991000039', '20991000047'] as [string, string, string, string];
const reason = 'la última línea no importa';

/** Its last line is cut off, for which a check refuses it. */
const cutOff = (...rucs: string[]) =>
  Buffer.concat([latin1(padronHeader, ...rucs.map((ruc) => padronLine(ruc))), Buffer.from('20991000110|ULTIMA LINEA')]);

describe('the acceptance of a download', () => {
  let importer: RunningImporter;
  let publisher: Publisher;

  beforeAll(async () => {
    publisher = await startPublisher();
    importer = await startImporter({ VIGIA_DATA_ADDRESSES: JSON.stringify({ [padron]: publisher.url }) });
  });

  afterAll(async () => {
    await importer?.stop();
    await publisher?.close();
  });

  const ask = async (accept?: string) =>
    (await importer.ask('datasets.import', { dataset: padron, actor: 'prueba', ...(accept && { accept }) })).version.version;
  const fetched = async (accept?: string) => importer.untilEnded(await ask(accept));
  const inForce = async () =>
    (await importer.database.query<{ ruc: string }>('SELECT ruc FROM registry.current_taxpayer ORDER BY ruc')).map(({ ruc }) => ruc);
  const refused = { state: 'refused', acceptReason: null, problems: [{ code: 'cut_line' }] };
  const accepted = { state: 'current', acceptReason: reason, problems: [{ code: 'cut_line' }] };

  it('is for the bytes that were refused, and for none that the publisher has put in their place since', async () => {
    publisher.publish(latin1(padronHeader, padronLine(acme), padronLine(andes)));
    expect(await fetched()).toMatchObject({ state: 'current' });
    publisher.publish(cutOff(acme, andes, sur));
    expect(await fetched()).toMatchObject(refused);
    publisher.publish(cutOff(acme));
    expect(await fetched(reason)).toMatchObject(refused);
    expect(await inForce()).toEqual([acme, andes]);
    expect(await fetched(reason)).toMatchObject(accepted);
    expect(await inForce()).toEqual([acme, '20991000110']);
  });

  it('is for the same data, too, that its server writes anew', async () => {
    publisher.publish(cutOff(acme, andes));
    expect(await fetched()).toMatchObject(refused);
    publisher.publish(cutOff(andes, acme));
    expect(await fetched(reason)).toMatchObject(accepted);
    expect(await inForce()).toEqual([acme, andes, '20991000110']);
  });

  it('is for whatever comes if nothing was refused when it was given', async () => {
    publisher.publish(cutOff(norte));
    expect(await fetched(reason)).toMatchObject(accepted);
    expect(await inForce()).toEqual([norte, '20991000110']);
  });

  it('is for what was refused when it was given, and not for what is refused while it waits', async () => {
    publisher.publish(cutOff(sur));
    expect(await fetched()).toMatchObject(refused);
    publisher.publish(cutOff(acme));
    publisher.holdBack();
    const underWay = await ask();
    const reading = async () => (await importer.ask('datasets.version', { version: underWay })).version.state === 'downloading';
    await waitUntil(reading, { what: 'the download is under way' });
    const waiting = await ask(reason);
    publisher.release();
    expect(await importer.untilEnded(underWay)).toMatchObject(refused);
    expect(await importer.untilEnded(waiting)).toMatchObject(refused);
    expect(await inForce()).toEqual([norte, '20991000110']);
  });
});
