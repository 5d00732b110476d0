import { type Browser, chromium as launcher, type Page } from 'playwright-core';
import { chromium } from './chromium.js';
import { PageWitness } from './page-witness.js';
import { watchTroubles, type Troubles } from './troubles.js';

const untilMs = 120_000;

/** A page is open for seconds, so V8's optimizing compilers cost more processor time than they save. */
const args = ['--no-sandbox', '--disable-dev-shm-usage', '--js-flags=--no-opt --no-maglev'];

/** On a desktop screen and on a phone. */
export const bothWidths = [{ width: 1440 }, { width: 390 }];

export function isNarrow(width: number): boolean {
  return width < 600;
}

interface View {
  width?: number;
  /** For an existing session: the cookie that `PanelClient` keeps. */
  cookie?: string | undefined;
  /** The language that the person has chosen before. */
  language?: 'es' | 'en';
}

/** A separate page, as of another person, with everything that went wrong on it. */
interface OpenPage {
  page: Page;
  troubles: Troubles;
}

/** One browser for a spec file. */
export class TestBrowser {
  private constructor(
    private readonly browser: Browser,
    private readonly baseUrl: string,
  ) {}

  static async start(baseUrl: string): Promise<TestBrowser> {
    if (!chromium) throw new Error('this machine has no Chromium');
    const browser = await launcher.launch({ executablePath: chromium, args, timeout: untilMs });
    return new TestBrowser(browser, baseUrl);
  }

  async open(path: string, { width = 1440, cookie, language }: View = {}): Promise<OpenPage> {
    const context = await this.browser.newContext({
      baseURL: this.baseUrl,
      viewport: { width, height: isNarrow(width) ? 844 : 900 },
      hasTouch: isNarrow(width),
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'es-PE',
    });
    context.setDefaultTimeout(untilMs);
    if (cookie !== undefined) {
      const [name, value] = cookie.split('=') as [string, string];
      await context.addCookies([{ name, value, url: this.baseUrl, httpOnly: true, sameSite: 'Strict' }]);
    }
    if (language) await context.addInitScript(`localStorage.setItem('vigia-language', '${language}')`);
    const page = await context.newPage();
    new PageWitness(page).standBy();
    const troubles = await watchTroubles(page);
    await page.goto(path);
    return { page, troubles };
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}
