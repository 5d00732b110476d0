import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assembleImage } from './assemble-image.js';
import { commandOf, inherited, readStages } from './dockerfile.js';

const stages = readStages();

describe('an image with no more packages than its service looks for', () => {
  let image: string;

  beforeEach(() => {
    image = mkdtempSync(join(tmpdir(), 'vigia-image-'));
  });

  afterEach(() => rmSync(image, { recursive: true, force: true }));

  it.each(['gateway', 'profile-loader', 'billing', 'webhook-dispatcher'])('has all that %s loads, with tracing on', (target) => {
    const instructions = inherited(stages, target);
    assembleImage(instructions, image);
    const [program = '', ...args] = commandOf(instructions, /^CMD/);
    const env = { PATH: process.env.PATH, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const { stderr } = spawnSync(program, [...args, '--check'], { cwd: image, env, encoding: 'utf8' });
    // It got as far as its own words.
    expect(stderr).toMatch(/DATABASE_URL is missing|DATABASE_URL: /);
  });
});
