/**
 * An error for whoever operates the system. Its text is made of our own words, ids and numbers, and of nothing that came in: no
 * document, no address, no secret. Only such a text is written to the log; of every other error the log tells the kind and the place.
 */
export class PlainError extends Error {
  override readonly name: string = 'PlainError';
}
