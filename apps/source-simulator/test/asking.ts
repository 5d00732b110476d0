import type { DocType, SourceName } from '@vigia/contracts';
import { startSimulator, type Simulator, type SimulatorOptions } from '../src/app.module.js';

// oxlint-disable-next-line typescript/no-explicit-any -- raw answers differ by source; each test states what it expects
type Json = any;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Json;
}

export const someDay = new Date('2026-11-21T15:00:00Z');

export interface Asked extends Simulator {
  ask(source: SourceName, taxId: string, docType?: DocType): Promise<Answer>;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

export async function simulatorAt(now: Date, options: SimulatorOptions = {}): Promise<Asked> {
  const simulator = await startSimulator({ now: () => now, timeScale: 0.01, ...options });
  const call = (method: string, path: string, body?: unknown) => request(`${simulator.url}${path}`, method, body);
  return { ...simulator, call, ask: (source, taxId, docType = 'RUC') => call('GET', `/sources/${source}/${docType}/${taxId}`) };
}

async function request(url: string, method: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
