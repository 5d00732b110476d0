import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestBrowser } from '../src/browser/browser.js';
import { describeBrowser } from './dashboard/describe-browser.js';

interface Environment {
  handleTestEvent(event: { name: string; error: unknown }): Promise<void>;
}
const Environment = createRequire(import.meta.url)('../../test-runner/environment.cjs') as new () => Environment;

describeBrowser('the failure of a test', () => {
  const site = createServer(({ url }, response) => {
    if (url === '/silent') return;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<p>Todavía no hay cargas</p><script>console.log('asked'); fetch('/silent')</script>`);
  });
  let browser: TestBrowser;

  beforeAll(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    browser = await TestBrowser.start(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  });

  afterAll(async () => {
    await browser?.stop();
    site.closeAllConnections();
    site.close();
  });

  const told = async (error: Error) => {
    await new Environment().handleTestEvent({ name: 'test_fn_failure', error });
    return error.stack!;
  };

  it('says what each open page shows, which calls have no answer, and what stands in its console', async () => {
    const { page } = await browser.open('/first');
    const [message, calls] = (await told(new Error('too late'))).split(/\n(?= +at )/);
    expect(message).toMatch(/^Error: too late\n\nhttp:.*\/first shows:\n {2}Todavía no hay cargas\n/);
    expect(message).toMatch(/\nCalls without an answer:\n {2}GET http:.*\/silent\n/);
    expect(message).toMatch(/console, and calls that failed:\n {2}asked$/);
    expect(calls).toContain('page-witness');
    await page.context().close();
    expect(await told(new Error('later'))).not.toContain('shows:');
  });
});
