import { useRef } from 'react';
import { mayPass } from './refusal.ts';

/** Not `randomUUID`, which a browser has only where the page came over TLS or from this machine. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** One key for what a person asks once: it stays the same over every retry, until there is an answer. */
export function useIdempotencyKey(): { current: () => string; answered: (error: unknown) => void } {
  const kept = useRef<string>(undefined);
  return {
    current: () => (kept.current ??= newKey()),
    answered(error) {
      if (!mayPass(error)) kept.current = undefined;
    },
  };
}
