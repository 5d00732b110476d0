import { databaseForms, databaseUrls } from '@vigia/database';
import { brokerForms, parseBrokerUrl } from '@vigia/messaging';
import { choice, flag, integer, optional, secret, text, type Setting } from '../configuration/setting.js';
import { buildSettings } from '../operations/build.js';

const testClock = flag('VIGIA_TEST_CLOCK', 'for tests: adds the interval in the table test_clock to business time', { default: false });
const failpoint = optional(text('VIGIA_FAILPOINT', 'for tests: the failpoint at which the process ends itself'));

/** The settings of every service. */
export const baseSettings = {
  databaseUrl: {
    ...secret('DATABASE_URL', 'PostgreSQL 18 or newer, which stores all data'),
    takes: databaseForms,
    parse: (value: string) => (databaseUrls(value), value),
  },
  databasePoolSize: integer('VIGIA_DATABASE_POOL', 'connections to the database per process', { min: 2, max: 200 }, { default: 10 }),
  testClock: forTests(testClock, 'in production the clock must not be moved'),
  failpoint: forTests(failpoint, 'in production no process may end itself on purpose'),
  brokerUrl: {
    ...secret(['VIGIA_BROKER_URL', 'REDIS_URL'], 'the queue broker'),
    takes: brokerForms,
    parse: (value: string) => (parseBrokerUrl(value), value),
  },
  brokerLockMs: integer(
    'VIGIA_BROKER_LOCK_MS',
    'time after which another worker gets the job of a process that died',
    { min: 1_000, max: 300_000 },
    { default: 15_000 },
  ),
  host: text('VIGIA_HOST', 'address to listen on', { default: '0.0.0.0' }),
  port: integer('VIGIA_PORT', 'port to listen on; 0 for any free port', { min: 0, max: 65_535 }, { default: 3000 }),
  logLevel: choice('VIGIA_LOG_LEVEL', 'how much to log', ['debug', 'info', 'warn', 'error'], { default: 'info' }),
  logFile: optional(text('VIGIA_LOG_FILE', 'file to log to instead of standard output')),
  logKey: optional({
    ...secret('VIGIA_LOG_KEY', 'key of document marks in the log; random by default'),
    takes: 'at least 32 characters',
    parse(value: string) {
      if (value.length < 32) throw new Error('must have at least 32 characters');
      return value;
    },
  }),
  requestConcurrency: integer('VIGIA_REQUEST_CONCURRENCY', 'messages handled at once per queue', { min: 1, max: 200 }, { default: 20 }),
  shutdownGraceMs: integer(
    'VIGIA_SHUTDOWN_GRACE_MS',
    'time to finish open work before the process ends',
    { min: 0, max: 600_000 },
    { default: 20_000 },
  ),
  ...buildSettings,
};

function forTests<T>(setting: Setting<T>, why: string): Setting<T> {
  const parse = (value: string) => {
    const parsed = setting.parse(value);
    if (parsed && process.env.NODE_ENV === 'production') throw new Error(`is for tests: ${why}`);
    return parsed;
  };
  return { ...setting, parse };
}
