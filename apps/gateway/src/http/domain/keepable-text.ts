import { isKeepable, unkeepablePlace, VigiaError } from '@vigia/contracts';

/** Text is judged where it comes in, so that nothing behind the door has to think of it. */
export function refuseUnkeepable(text: string, place: string): void {
  if (!isKeepable(text)) throw refusal(place);
}

export function refuseUnkeepableIn(body: unknown): void {
  const place = unkeepablePlace(body);
  if (place !== undefined) throw refusal(place);
}

function refusal(place: string): VigiaError {
  return VigiaError.of('bad_request', { detail: `${place} must not contain a NUL or half of a surrogate pair` });
}
