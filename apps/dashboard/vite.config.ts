import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // Inlined assets would need an exception in the Content-Security-Policy.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
