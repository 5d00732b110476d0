import { waitUntil } from '@vigia/testing';
import { gatewayAdapter } from '../../src/http/adapter.js';
import type { GatewayOptions } from './gateways.js';

const patient = { headersMs: 60_000, requestMs: 120_000, checkEveryMs: 1_000 };

/** The adapter of a gateway that waits long for the body of a request, and tells when it has admitted its caller. */
export function watchedAdmissions(): Required<Pick<GatewayOptions, 'adapter'>> & { admitted: (id: string) => Promise<unknown> } {
  const admitted = new Set<unknown>();
  return {
    adapter(settings) {
      const adapter = gatewayAdapter(settings, patient);
      // Runs after every hook that admits the caller, and before the body is read.
      adapter.getInstance().addHook('preParsing', (request, _reply, _payload, done) => {
        admitted.add(request.headers['x-test-call']);
        done();
      });
      return adapter;
    },
    admitted: (id) => waitUntil(() => admitted.has(id), { what: `the call ${id} is admitted` }),
  };
}
