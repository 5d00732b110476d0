import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { isNarrow } from './browser.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Finding {
  rule: string;
  places: string[];
}

/** The rules about colours: everything else is the same in dark mode. */
const ofColours = ['color-contrast', 'link-in-text-block'];

interface Look {
  /** Colours are the same in every language. */
  atColours?: boolean;
  /** Hardly any colour appears only on narrow pages. */
  byNight?: boolean;
}

/** Colours change in a transition, another one may follow it or take its place, and an endless animation never finishes. */
const settled = `(async () => {
  const ends = ({ effect, playState }) => playState === 'running' && effect.getTiming().iterations !== Infinity;
  for (let still = 0; still < 2; ) {
    const running = document.getAnimations().filter(ends);
    await Promise.allSettled(running.map(({ finished }) => finished));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    still = running.length === 0 ? still + 1 : 0;
  }
})()`;

/**
 * What WCAG 2.2 AA and good practice find on the current page, for a wide page also in dark mode. Afterwards the page is in light mode
 * again.
 */
export async function accessibilityFindings(
  page: Page,
  { atColours = true, byNight = atColours && !isNarrow(page.viewportSize()!.width) }: Look = {},
): Promise<Finding[]> {
  // It stays in the document until another one is opened.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  await page.evaluate(settled);
  const rules = atColours ? {} : Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }]));
  const found = await run(page, { runOnly: standards, rules });
  if (!byNight) return found;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html:not([data-mantine-color-scheme=light])').waitFor();
  await page.evaluate(settled);
  found.push(...(await run(page, { runOnly: ofColours })));
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

async function run(page: Page, options: object): Promise<Finding[]> {
  const asked = `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`;
  const { violations } = (await page.evaluate(asked)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.map(({ id, nodes }) => ({ rule: id, places: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`) }));
}
