import { killEverywhere } from './kill-matrix.js';
import { deathsOf, type Deaths } from './kill-points.js';

const everyThird = (deaths: Deaths[]) => deaths.filter((_, i) => i % 3 === 0);

// A third of the points will do to show that nothing depends on which broker it is.
killEverywhere('postgres', { 'profile-loader': everyThird(deathsOf['profile-loader']), billing: everyThird(deathsOf.billing) });
