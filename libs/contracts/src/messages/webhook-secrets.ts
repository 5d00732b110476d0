import { Type } from 'typebox';
import { request } from './definition.js';
import { uuid } from '../schema/vocabulary.js';
import { webhookConfiguration } from './webhook-configurations.js';
import { closed } from '../schema/fields.js';

/** The caller chooses the id: a change that arrives twice is made once. */
const change = { corporationId: uuid, configurationId: uuid, changeId: uuid };
const changed = closed({ configuration: webhookConfiguration });

/** The steps that change the secret of a configuration, and the steps that undo them. */
export const webhookSecretMessages = {
  /** The only reply that holds the new secret key, sealed to the caller. */
  'secrets.prepare': request(
    'webhook-dispatcher',
    closed({ ...change, sealTo: Type.String({ maxLength: 400 }) }),
    closed({ configuration: webhookConfiguration, sealedSecretKey: Type.String() }),
  ),
  'secrets.withdraw': request('webhook-dispatcher', closed(change), changed),
  /** The secret key as it was shown, sealed to `webhooks.key`: a secret whose reply was lost can never sign. */
  'secrets.switch': request('webhook-dispatcher', closed({ ...change, sealedSecretKey: Type.String({ maxLength: 4_000 }) }), changed),
  'secrets.revert': request('webhook-dispatcher', closed(change), changed),
  'secrets.end': request('webhook-dispatcher', closed(change), changed),
};
