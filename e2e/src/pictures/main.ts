import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@vigia/local-servers';
import { TestBrowser } from '../browser/browser.js';
import { magic } from '../clients/documents.js';
import { whileRunning } from '../terminal/while-running.js';
import { type Demo, loadSamples } from './samples.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const images = join(repository, 'docs/images');
const mostBytes = 300_000;

/** Takes the pictures of the README from the running product. */
async function takePictures(home: string): Promise<void> {
  const demo = JSON.parse(readFileSync(join(home, 'demo.json'), 'utf8')) as Demo;
  const { admin, triggerId, failing } = await loadSamples(demo);
  const browser = await TestBrowser.start(demo.baseUrl);
  try {
    const take = async (name: string, path: string, { height = 900, lastText }: { height?: number; lastText?: RegExp } = {}) => {
      const { page, troubles } = await browser.open(path, { cookie: admin.cookie });
      await page.setViewportSize({ width: 1440, height });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      if (lastText) await page.getByText(lastText).waitFor();
      await page.evaluate('document.fonts.ready');
      const file = join(images, `${name}.png`);
      await page.screenshot({ path: file, animations: 'disabled' });
      await page.context().close();
      const { size } = statSync(file);
      if (size > mostBytes) throw new Error(`${file} has ${size} bytes`);
      if (troubles.console.length + troubles.policy.length > 0) throw new Error(JSON.stringify(troubles));
      process.stdout.write(`${file}: ${Math.round(size / 1000)} KB\n`);
    };
    await take('portfolio', '/portafolio');
    await take('profile', `/perfiles/RUC/${magic.critical}`, { lastText: /^Ver las \d+ razones$/ });
    await take('webhooks', `/eventos/${triggerId}?delivery=${failing}`, { height: 640 });
  } finally {
    await browser.stop();
  }
}

const home = mkdtempSync(join(tmpdir(), 'vigia-pictures-'));
// The database may run as another user.
chmodSync(home, 0o755);
const settings = {
  VIGIA_HOME: home,
  VIGIA_PORT: String(await freePort()),
  VIGIA_SIMULATOR_TIME_SCALE: '0',
  VIGIA_WEBHOOK_ALLOW_HTTP: 'true',
  VIGIA_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  VIGIA_WEBHOOK_PORTS: 'any',
};
try {
  await whileRunning(repository, 'npm start', () => takePictures(home), settings);
} finally {
  rmSync(home, { recursive: true, force: true });
}
