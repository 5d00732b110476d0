/** The first word of a Redis refusal. With a cluster or sentinels, the error about the last server that was asked contains it. */
const refusals = {
  WRONGPASS: 'refuses the password',
  NOAUTH: 'asks for a password',
  NOPERM: 'denies the user a permission that Vigía needs',
  OOM: 'has no memory left',
  MISCONF: 'cannot write to its disk',
};
const refusalWords = new RegExp(`\\b(${Object.keys(refusals).join('|')})\\b`);
/** PostgreSQL does not accept the login. */
const loginRefused = /^28[0-9A-Z]{3}$/;

interface Fault {
  code?: unknown;
  cause?: unknown;
  lastNodeError?: unknown;
}

/** Describes as a part of a sentence what the broker refuses. Undefined if it refuses nothing, or for another reason. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, cause, lastNodeError } = error as Fault;
  if (typeof code === 'string' && loginRefused.test(code)) return `refuses the login (${code})`;
  const word = refusalWords.exec(error.message)?.[1] as keyof typeof refusals | undefined;
  return word ? `${refusals[word]} (${word})` : refusalOf(cause ?? lastNodeError);
}
