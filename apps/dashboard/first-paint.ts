import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const script = new URL('src/theme/first-paint.js', import.meta.url);

/**
 * What has to be there before the first paint: the small script that sets light or dark, and the font.
 */
export function firstPaint(): Plugin {
  let isServing = false;
  return {
    name: 'first-paint',
    configResolved({ command }) {
      isServing = command === 'serve';
    },
    buildStart() {
      if (!isServing) this.emitFile({ type: 'asset', name: 'first-paint.js', source: readFileSync(script) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const built = (pattern: RegExp) => Object.keys(bundle).find((file) => pattern.test(file));
        const font = built(/inter.*\.woff2$/);
        const src = isServing ? '/src/theme/first-paint.js' : `/${built(/first-paint.*\.js$/)}`;
        return [
          { tag: 'script', attrs: { src }, injectTo: 'head-prepend' },
          ...(font
            ? [
                {
                  tag: 'link',
                  attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' },
                  injectTo: 'head' as const,
                },
              ]
            : []),
        ];
      },
    },
  };
}
