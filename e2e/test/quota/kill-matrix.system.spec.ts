import { anyBroker } from '@vigia/testing';
import { killEverywhere } from './kill-matrix.js';
import { deathsOf } from './kill-points.js';

killEverywhere(anyBroker(), deathsOf);
