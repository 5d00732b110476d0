const advice: Record<number, string> = {
  400: 'Something in the request is not as the interface wants it.',
  401: 'Check the access key and secret: `credential list` shows which are active, `corporation list` who is suspended.',
  404: 'Check the document, and that the address is that of a Vigía.',
  409: 'Check with `contract list` that a contract covers today.',
  429: 'Wait a moment and try again.',
  502: 'The sources are down, not Vigía; try again later.',
  503: 'A part of the system does not answer; try again.',
};

/** An answer that is not the hoped-for one, in words. */
export class RefusedCall extends Error {
  constructor(call: string, status: number, reason: string) {
    super(`${call} was answered with ${status}, ${reason}. ${advice[status] ?? 'The log of the system says more.'}`);
    this.name = 'RefusedCall';
  }
}
