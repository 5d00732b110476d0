import { jwtVerify } from 'jose';

/** A token is verified once, and cached until it expires. */
export class RememberedTokens {
  private readonly known = new Map<string, { corporation: unknown; until: number }>();
  private readonly key: Buffer;

  constructor(key: string) {
    this.key = Buffer.from(key, 'base64url');
  }

  async corporationOf(authorization = ''): Promise<unknown> {
    const known = this.known.get(authorization);
    if (known && known.until > Date.now()) return known.corporation;
    const { payload } = await jwtVerify(authorization.slice('Bearer '.length), this.key, { algorithms: ['HS256'] });
    this.known.set(authorization, { corporation: payload.corp, until: payload.exp! * 1000 });
    return payload.corp;
  }
}
