import { killEverywhere } from './kill-matrix.js';
import { deathsOf, type Deaths } from './kill-points.js';

const everyThird = (deaths: Deaths[]) => deaths.filter((_, i) => i % 3 === 0);

// A third of the failpoints is enough to show that nothing depends on the broker.
killEverywhere('postgres', { 'profile-loader': everyThird(deathsOf['profile-loader']), billing: everyThird(deathsOf.billing) });
