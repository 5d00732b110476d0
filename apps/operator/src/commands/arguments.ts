import { InvalidArgumentError } from 'commander';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const day = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

export function uuidArgument(text: string): string {
  if (!uuid.test(text)) throw new InvalidArgumentError('an id looks like 0d4f6a52-3f0b-4c1e-9a57-2c1f3b9e7d10');
  return text;
}

export function dayArgument(text: string): string {
  if (!day.test(text)) throw new InvalidArgumentError('a day looks like 2026-12-31');
  return text;
}

export function countArgument(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0) throw new InvalidArgumentError('a whole number of at least 0');
  return count;
}
