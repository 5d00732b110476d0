const attendedForMs = 5 * 60_000;
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel'];

let lastInputAt = Date.now();

/** Somebody who opens a page is there, and later whoever touches it. */
export function noteInput(page: EventTarget): void {
  for (const input of inputs) page.addEventListener(input, () => (lastInputAt = Date.now()), { capture: true, passive: true });
}

/** What a page asks by itself while nobody is there says so, and keeps no session open. */
export function attendance(): Record<string, string> {
  return Date.now() - lastInputAt < attendedForMs ? {} : { 'vigia-unattended': '1' };
}
