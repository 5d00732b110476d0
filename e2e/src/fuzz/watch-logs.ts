import type { ServiceProcess } from '@vigia/testing';
import { canary } from './values.js';

type Logging = Pick<ServiceProcess, 'name' | 'output'>;

interface Suspicion {
  rule: string;
  where: string;
  line: string;
}

/** A document of the simulator, or any drawn text: neither belongs in a log. */
const personal = new RegExp(`${canary}|(?<![0-9a-f])2099[0-9]{7}(?![0-9a-f])`, 'i');
const levels = new Set(['error', 'fatal']);

/** Continues to read what the services log, each line once. */
export class LogWatch {
  private readonly offsets = new Map<Logging, number>();

  constructor(private readonly services: Logging[]) {}

  look(): Suspicion[] {
    return this.services.flatMap((service) => this.linesOf(service).flatMap((line) => suspicionsIn(service.name, line)));
  }

  private linesOf(service: Logging): string[] {
    const from = this.offsets.get(service) ?? 0;
    const fresh = service.output().slice(from);
    const end = fresh.lastIndexOf('\n') + 1;
    this.offsets.set(service, from + end);
    return fresh.slice(0, end).split('\n');
  }
}

function suspicionsIn(service: string, line: string): Suspicion[] {
  const level = /"level":"(\w+)"/.exec(line)?.[1] ?? '';
  const where = `${service}: ${sayingOf(line)}`;
  return [
    ...(personal.test(line) ? [{ rule: 'the log holds what was sent', where, line }] : []),
    // In this world nothing fails, and a client's mistake is no error of a service.
    ...(levels.has(level) ? [{ rule: 'a service logged an error', where, line }] : []),
    ...(line.startsWith('[ended:') ? [{ rule: 'a service ended', where: service, line }] : []),
  ];
}

/** The content of a line, without what differs each time. */
function sayingOf(line: string): string {
  const [said, why = ''] = [/"msg":"([^"]+)/, /"message":"((?:[^"\\]|\\.)+)/].map((part) => part.exec(line)?.[1]);
  return `${said ?? line.slice(0, 80)} ${why.slice(0, 120).replaceAll(/[0-9a-f-]*[0-9][0-9a-f-]*|\\".*/g, '…')}`.trim();
}
