import { describe, expect, it } from '@jest/globals';
import { sourceNames } from '@vigia/contracts';
import { readSettings } from '@vigia/service-kit';
import { profileLoaderSettings, workedSources } from '../src/settings.js';

const least = { DATABASE_URL: 'postgres://db/x', VIGIA_BROKER_URL: 'postgres://db/x', VIGIA_SOURCES_URL: 'http://sources' };
const sourcesFor = (VIGIA_SOURCES: string) => workedSources(readSettings(profileLoaderSettings, { ...least, VIGIA_SOURCES }).sources);

describe('the sources that a process works for', () => {
  it('are all sources by default', () => {
    const { sources } = readSettings(profileLoaderSettings, least);
    expect(workedSources(sources).toSorted()).toEqual(sourceNames.toSorted());
  });

  it('are those of a section, or single ones, each once', () => {
    expect(sourcesFor('finanzas')).toEqual(['deuda_financiera', 'codeudores_avales']);
    expect(sourcesFor('edictos_judiciales')).toEqual(['edictos_judiciales']);
    expect(sourcesFor('finanzas, codeudores_avales,identificacion')).toEqual(['deuda_financiera', 'codeudores_avales', 'identificacion']);
  });

  it.each(['alerta_servicio', 'nope', 'finanzas,', ','])('cannot be "%s"', (names) => {
    expect(() => sourcesFor(names)).toThrow('VIGIA_SOURCES must be one or more of');
  });
});
