import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Finding {
  rule: string;
  places: string[];
}

/** What WCAG 2.2 AA and good practice find on the page as it is now; the same way, nothing. */
export async function accessibilityFindings(page: Page): Promise<Finding[]> {
  await page.evaluate(axe);
  const run = `axe.run(document, ${JSON.stringify({ runOnly: standards, resultTypes: ['violations'] })})`;
  const { violations } = (await page.evaluate(run)) as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
  return violations.map(({ id, nodes }) => ({ rule: id, places: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`) }));
}
