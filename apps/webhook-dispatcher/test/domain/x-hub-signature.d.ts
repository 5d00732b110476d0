/** The library brings no types. */
declare module 'x-hub-signature' {
  export default class XHubSignature {
    constructor(algorithm: string, secret: string);
    verify(signature: string, body: Buffer): boolean;
  }
}
