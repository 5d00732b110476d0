import fc from 'fast-check';

const { VIGIA_SIMULATION_SEED: seed } = process.env;
if (seed) fc.configureGlobal({ seed: Number(seed) });
