import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  boletinSection,
  judicialSection,
  laboralSection,
  rucCheckDigit,
  sourcesOf,
  type BoletinSection,
  type Document,
  type JudicialSection,
  type LaboralSection,
} from '@vigia/contracts';
import { startServiceProcess } from '@vigia/testing';
import { Compile } from 'typebox/compile';
import { boletin } from '../../src/sections/boletin.js';
import { judicial } from '../../src/sections/judicial.js';
import { laboral } from '../../src/sections/laboral.js';
import type { Answers } from '../../src/sections/section-definition.js';
