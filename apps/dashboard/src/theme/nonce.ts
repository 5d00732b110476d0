import { setNonce } from 'get-nonce';

/** The gateway writes a fresh one into every page and into its policy. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// What locks the page behind a dialog takes it from there.
setNonce(styleNonce);
