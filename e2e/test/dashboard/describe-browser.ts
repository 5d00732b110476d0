import { describe, it } from '@jest/globals';
import { describeWith } from '@vigia/local-servers';
import { chromium } from '../../src/browser/chromium.js';

export const describeBrowser = describeWith({ describe, it }, chromium, 'Chromium');
