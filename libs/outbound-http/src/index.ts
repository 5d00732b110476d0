export { isPublicAddress, makeGuard, type AddressGuard, type GuardSettings } from './domain/address-guard.js';
export { checkUrl, type UrlCheck } from './domain/url-check.js';
export { download, type Download } from './download.js';
export { retryAfterMs, type Exchange, type ExchangeRequest } from './exchange.js';
export { createHttpClient, type HttpClient, type HttpClientOptions } from './http-client.js';
export { OutboundError, type OutboundErrorKind } from './outbound-error.js';
