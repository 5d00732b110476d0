import type { Page } from 'playwright-core';

/** What a person does not see and a page must not do. */
export interface Troubles {
  /** Errors in the console and uncaught faults. A call that was refused, or came too soon, does not count: the page shows the reason. */
  console: string[];
  /** What the Content-Security-Policy stopped. */
  policy: string[];
}

const refusedCall = /^Failed to load resource: the server responded with a status of (?:4\d\d|503)/;

export async function watchTroubles(page: Page): Promise<Troubles> {
  const troubles: Troubles = { console: [], policy: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' && !refusedCall.test(message.text())) troubles.console.push(message.text());
  });
  page.on('pageerror', (error) => troubles.console.push(String(error)));
  await page.exposeFunction('reportPolicy', (text: string) => troubles.policy.push(text));
  // It runs in the page itself, so it is given as text: the types of a browser are not those of the tests.
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (event) => reportPolicy(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`))",
  );
  return troubles;
}
