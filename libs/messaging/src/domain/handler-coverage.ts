import type { MessageDefinition } from '@vigia/contracts';

export type MessageRegistry = Readonly<Record<string, MessageDefinition>>;

/** Everything wrong between the messages that a service owns and the handlers that it has. */
export function coverageProblems(registry: MessageRegistry, service: string, handled: string[]): string[] {
  const owned = Object.keys(registry).filter((name) => registry[name]?.owner === service);
  const missing = owned.filter((name) => !handled.includes(name));
  const twice = new Set(handled.filter((name, index) => handled.indexOf(name) !== index));
  const foreign = new Set(handled.filter((name) => !owned.includes(name)));
  return [
    ...missing.map((name) => `no handler for ${name}`),
    ...[...twice].map((name) => `more than one handler for ${name}`),
    ...[...foreign].map((name) => `${name} is not a message of ${service}`),
  ];
}
