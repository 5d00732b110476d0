import { setNonce } from 'get-nonce';

/** The gateway writes a new one into every page and its policy. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// The library that locks the page behind a dialog takes it from there.
setNonce(styleNonce);
