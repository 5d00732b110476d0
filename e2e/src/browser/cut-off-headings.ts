import type { Page } from 'playwright-core';

/** The headings of tables that are wider than their column. */
export function cutOffHeadings(page: Page): Promise<string[]> {
  const headings = page.getByRole('main').locator('th');
  return headings.evaluateAll((all) =>
    all.flatMap((heading) => (heading.scrollWidth > heading.clientWidth ? [heading.textContent ?? ''] : [])),
  );
}
