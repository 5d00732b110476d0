import { Redis } from 'ioredis';

/** The commands that a Redis executes, directly and within scripts. */
interface Commands {
  scripts: number;
  all: number;
}

export async function commandsDuring(url: string, work: () => Promise<unknown>): Promise<Commands> {
  const redis = new Redis(url);
  try {
    await redis.config('RESETSTAT');
    await work();
    const calls = [...(await redis.info('commandstats')).matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)];
    const sum = (counts: (name: string) => boolean) =>
      calls.filter(([, name]) => counts(name!)).reduce((all, [, , count]) => all + Number(count), 0);
    return { scripts: sum((name) => /^(eval|evalsha|fcall)/.test(name)), all: sum((name) => !/^(info|config)/.test(name)) };
  } finally {
    redis.disconnect();
  }
}
