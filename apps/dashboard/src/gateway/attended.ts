const attendedForMs = 5 * 60_000;
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel'];

let lastInputAt = Date.now();

/** A person is present when they open a page, and later whenever they use it. */
export function noteInput(page: EventTarget): void {
  for (const input of inputs) page.addEventListener(input, () => (lastInputAt = Date.now()), { capture: true, passive: true });
}

/** Marks requests that a page makes on its own while nobody is present, so that they keep no session open. */
export function attendance(): Record<string, string> {
  return Date.now() - lastInputAt < attendedForMs ? {} : { 'vigia-unattended': '1' };
}
