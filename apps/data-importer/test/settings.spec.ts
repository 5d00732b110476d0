import { describe, expect, it } from '@jest/globals';
import { describeSettings, readSettings } from '@vigia/service-kit';
import { dataImporterSettings } from '../src/app.module.js';

const { addresses, headers, licences } = dataImporterSettings;
const read = (environment: Record<string, string>) => readSettings({ addresses, headers, licences }, environment);

describe('the settings of downloads', () => {
  it('are empty by default', () => {
    expect(read({})).toEqual({ addresses: {}, headers: {}, licences: [] });
  });

  it('are the addresses, the secret headers and the licences of data sets', () => {
    const settings = read({
      VIGIA_DATA_ADDRESSES: '{"un":"https://example.org/un.xml"}',
      VIGIA_DATA_HEADERS: '{"world_bank":{"ApiKey":"de prueba"}}',
      VIGIA_DATA_LICENCES: 'world_bank, un',
    });
    expect(settings).toEqual({
      addresses: { un: 'https://example.org/un.xml' },
      headers: { world_bank: { apikey: 'de prueba' } },
      licences: ['world_bank', 'un'],
    });
    expect(headers.secret).toBe(true);
  });

  it('are described without the secrets of an address', () => {
    const settings = read({ VIGIA_DATA_ADDRESSES: '{"un":"https://example.org/un.xml?key=s3cr3t","world_bank":"http://b/a"}' });
    expect(describeSettings({ addresses, headers, licences }, settings)).toContain(
      'VIGIA_DATA_ADDRESSES={"un":"https://example.org/un.xml?[hidden]","world_bank":"http://b/a"}',
    );
  });

  it.each([
    ['VIGIA_DATA_ADDRESSES', '{"un":"www.example.org"}', 'http:// or https://'],
    ['VIGIA_DATA_ADDRESSES', '{"un":"https://u:secreto@example.org/un.xml"}', 'no user name or password'],
    ['VIGIA_DATA_ADDRESSES', '{"un":"https://secreto@example.org/un.xml"}', 'a key belongs in VIGIA_DATA_HEADERS'],
    ['VIGIA_DATA_ADDRESSES', '{"un":null}', 'http:// or https://'],
    ['VIGIA_DATA_ADDRESSES', '{"nu":"https://example.org"}', 'names nu: there is no such data set'],
    ['VIGIA_DATA_LICENCES', 'un,nu', 'names nu: there is no such data set'],
    ['VIGIA_DATA_HEADERS', '{"world_bank":{"apikey":"secreto"}', 'a JSON object'],
    ['VIGIA_DATA_HEADERS', '["secreto"]', 'a JSON object'],
    ['VIGIA_DATA_HEADERS', '{"world-bank":{"apikey":"secreto"}}', 'names world-bank: there is no such data set'],
    ['VIGIA_DATA_HEADERS', '{"world_bank":"secreto"}', 'a JSON object for each data set'],
    ['VIGIA_DATA_HEADERS', '{"world_bank":{"api key":"secreto"}}', 'names of headers'],
    ['VIGIA_DATA_HEADERS', '{"world_bank":{"apikey":"secreto\\r\\nhost: otro"}}', 'names of headers'],
    ['VIGIA_DATA_HEADERS', '{"world_bank":{"apikey":["secreto"]}}', 'names of headers'],
  ])('are refused without revealing a secret when %s is %s', (name, value, told) => {
    const refused = () => read({ [name]: value });
    expect(refused).toThrow(`${name} `);
    expect(refused).toThrow(told);
    expect(refused).not.toThrow('secreto');
  });
});
