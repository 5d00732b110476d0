import type { ConsoleMessage, Page, Request } from 'playwright-core';

/** The environment of a test asks them when it has failed. Outside of a test there is nobody to ask. */
const witnesses = () => Reflect.get(globalThis, Symbol.for('vigia.witnesses')) as Set<() => Promise<string>> | undefined;

const longestText = 1_500;
const latestLines = 20;

/** What the failure of a test must say about an open page, because nobody was there to look at it. */
export class PageWitness {
  private readonly unanswered = new Set<Request>();
  private readonly lines: string[] = [];

  constructor(private readonly page: Page) {
    page.on('request', (request) => this.unanswered.add(request));
    page.on('requestfinished', (request) => this.unanswered.delete(request));
    page.on('requestfailed', (request) => {
      this.unanswered.delete(request);
      this.lines.push(`${call(request)}: ${request.failure()?.errorText}`);
    });
    page.on('console', (message: ConsoleMessage) => this.lines.push(message.text()));
    page.on('pageerror', (error) => this.lines.push(String(error)));
    page.on('crash', () => this.lines.push('The page has crashed.'));
  }

  standBy(): void {
    const tell = () => this.tell();
    witnesses()?.add(tell);
    this.page.once('close', () => witnesses()?.delete(tell));
  }

  private async tell(): Promise<string> {
    const shown = await this.page
      .locator('body')
      .innerText({ timeout: 5_000 })
      .catch((error: unknown) => String(error));
    return [
      `${this.page.url()} shows:`,
      indented(shown.replaceAll(/\n+/g, '\n').slice(0, longestText)),
      'Calls without an answer:',
      indented([...this.unanswered].map(call).join('\n')),
      'The latest lines of its console, and calls that failed:',
      indented(this.lines.slice(-latestLines).join('\n')),
    ].join('\n');
  }
}

const call = (request: Request) => `${request.method()} ${request.url()}`;
const indented = (text: string) => (text === '' ? '  (none)' : text.replaceAll(/^/gm, '  '));
