import type { FastifyInstance } from 'fastify';

/** Whoever asks why a signature differs may send the whole body that it was made of. */
const largerBodiesBytes: Record<string, number> = { '/panel/v1/deliveries/:deliveryId/signature-check': 1_500_000 };

export function useBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const limitBytes = largerBodiesBytes[route.url];
    if (limitBytes !== undefined) route.bodyLimit = limitBytes;
  });
}
