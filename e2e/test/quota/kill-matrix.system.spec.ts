import { testedBrokers } from '@vigia/testing';
import { killEverywhere } from './kill-matrix.js';
import { deathsOf } from './kill-points.js';

killEverywhere(testedBrokers()[0]!, deathsOf);
