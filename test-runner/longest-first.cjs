'use strict';
const path = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/** The estimated duration of a file without an earlier run. */
const usualMs = { system: 40_000, service: 8_000, unit: 300 };

/**
 * Seconds for files that take far longer than others of their tier, so that none of them runs alone at the end, even on a fresh machine.
 */
const known = {
  'e2e/test/availability/upgrade.system.spec.ts': 130,
  'e2e/test/fuzz.system.spec.ts': 120,
  'e2e/test/standalone.system.spec.ts': 115,
  'e2e/test/generated-clients.system.spec.ts': 110,
  'e2e/test/deployment/images.system.spec.ts': 110,
  'e2e/test/quota/kill-matrix.system.spec.ts': 110,
  'e2e/test/dashboard/loading.system.spec.ts': 90,
  'e2e/test/dashboard/webhooks.system.spec.ts': 80,
  'e2e/test/privacy/log-of-failures.system.spec.ts': 75,
  'e2e/test/chaos.system.spec.ts': 70,
  'apps/profile-loader/test/neighbours.service.spec.ts': 80,
  'apps/profile-loader/test/deadlines.service.spec.ts': 70,
  'apps/gateway/test/panel/operations.service.spec.ts': 60,
  'apps/gateway/test/live/live.service.spec.ts': 60,
  'apps/webhook-dispatcher/test/secret-changes.service.spec.ts': 50,
  'apps/gateway/test/absent-services.service.spec.ts': 45,
  'apps/data-importer/test/interrupted-imports.service.spec.ts': 40,
  'apps/data-importer/test/readers.service.spec.ts': 40,
  'apps/billing/test/failed-load.service.spec.ts': 40,
  'apps/webhook-dispatcher/test/survival.service.spec.ts': 35,
  'apps/profile-loader/test/sources/configured-sources.service.spec.ts': 35,
  'libs/outbound-http/test/exchange.spec.ts': 9,
  'apps/profile-loader/test/sources/circuit-breaker.spec.ts': 9,
  'libs/dispatch/test/loop.spec.ts': 5,
};

/** A run lasts until its last file ends, so the long ones come first, even on a machine without an earlier run. */
class LongestFirst extends Sequencer {
  time(test) {
    const { rootDir, displayName } = test.context.config;
    const seconds = known[path.relative(rootDir, test.path)];
    return super.time(test) ?? (seconds === undefined ? usualMs[displayName.name] : seconds * 1000);
  }
}

module.exports = LongestFirst;
