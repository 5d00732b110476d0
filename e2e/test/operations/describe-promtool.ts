import { describe, it } from '@jest/globals';
import { describeWith, findProgram } from '@vigia/local-servers';

/** Prometheus' own tool. */
export const describePromtool = describeWith({ describe, it }, findProgram('promtool'), 'promtool');
