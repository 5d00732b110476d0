import { buildSettings, integer, text, type Setting } from '@vigia/service-kit';

const timeScale: Setting<number> = {
  ...text('VIGIA_SIMULATOR_TIME_SCALE', 'factor on the delays of magic documents', { default: 1 }),
  takes: 'a number, 0 or more',
  parse(value) {
    const factor = Number(value);
    if (!Number.isFinite(factor) || factor < 0) throw new Error('must be a number, 0 or more');
    return factor;
  },
};

export const simulatorSettings = {
  host: text('VIGIA_SIMULATOR_HOST', 'address to listen on', { default: '127.0.0.1' }),
  port: integer('VIGIA_SIMULATOR_PORT', 'port to listen on; 0 for any free port', { min: 0, max: 65_535 }, { default: 3990 }),
  worldSeed: text('VIGIA_SIMULATOR_SEED', 'seed of the invented taxpayers; another seed invents others', { default: 'vigia' }),
  timeScale,
  ...buildSettings,
};
