/** The file as a whole is not what its layout expects: nothing of it is taken. The message is for the operator. */
export class Refused extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}
