import { killEverywhere } from './kill-matrix.js';
import { deathsOf, type Deaths } from './kill-points.js';

const everySecond = (deaths: Deaths[]) => deaths.filter((_, i) => i % 2 === 0);

// Half of the points will do to show that nothing depends on which broker it is.
killEverywhere('postgres', { 'profile-loader': everySecond(deathsOf['profile-loader']), billing: everySecond(deathsOf.billing) });
