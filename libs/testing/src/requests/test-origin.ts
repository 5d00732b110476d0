import type { Origin } from '@vigia/contracts';

/** For commands of which no test asks who gave them. */
export const testOrigin: Origin = { actor: 'test', correlationId: 'test' };
