import { Type } from 'typebox';

/** Control characters, line ends, and characters that reverse the direction of the text after them. */
const never = String.raw`\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`;
/** Spaces, and characters without a width or a shape. Emoji and some scripts need a few of them inside a word. */
const unseen = String.raw` \u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u202f\u205f-\u2065\u206a-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb`;

export const givenNamePattern = `^[${unseen}]*[^${never}${unseen}][^${never}]*$`;

/** A name that a user chooses, with at least one visible character. Names that are older than this rule are returned unchanged. */
export const givenName = (maxLength: number) => Type.String({ maxLength, pattern: givenNamePattern });

/** Why somebody did something. Others read it, clients too, so the rule of names applies: it is neither blank nor misleading. */
export const givenReason = givenName(200);
