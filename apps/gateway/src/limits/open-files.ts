import { VigiaError } from '@vigia/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** More than the people and programs of a corporation download at once. */
const mostOpen = 10;
const tryAgainSeconds = 10;
/** The files that are being read, by corporation. */
const open = new Map<string, number>();

type Identified = FastifyRequest & { caller?: { corporationId: string }; signedIn?: { corporationId: string | null } };

/**
 * Counts a file until its connection ends. A file whose client stops reading keeps a page in memory for as long as the client likes: a
 * corporation that opens more and more of them would use up the memory of the process. A client that left before the first page is not
 * counted: its connection has ended already, and would be counted for ever.
 */
export function countOpenFile({ request, raw }: FastifyReply): void {
  if (raw.destroyed) return;
  const { caller, signedIn } = request as Identified;
  const reader = caller?.corporationId ?? signedIn?.corporationId ?? 'operators';
  const before = open.get(reader) ?? 0;
  if (before >= mostOpen) throw VigiaError.of('too_many_requests', { seconds: tryAgainSeconds });
  open.set(reader, before + 1);
  raw.once('close', () => {
    const left = (open.get(reader) ?? 1) - 1;
    if (left > 0) open.set(reader, left);
    else open.delete(reader);
  });
}
