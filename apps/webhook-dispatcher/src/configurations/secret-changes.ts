import { Injectable } from '@nestjs/common';
import { VigiaError, type PayloadOf } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { sealSecret } from '@vigia/messaging';
import { failpoint } from '@vigia/observability';
import { afterStep, type Secrets, type SecretStep } from '../domain/secret-change.js';
import { newSecretKey } from '../domain/signature.js';
import { Vault, type SecretOwner } from '../secrets/vault.js';
import { otherNumber } from './configuration-row.js';

type Asked = PayloadOf<'secrets.end'>;

interface SecretsRow extends SecretOwner, Secrets {
  sealedSecretKey: string;
  sealedOtherKey: string | null;
  secretChangeId: string | null;
}

interface Keys {
  signing: string;
  other: string | null;
}

const oldIsValid = sql`interval '72 hours'`;

/** The row is locked first, so of two people who change a secret at the same time the second finds what the first did. */
@Injectable()
export class SecretChanges {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Returns the new secret key, sealed to the sender. A repeated message returns the same one. */
  async prepare({ sealTo, ...asked }: PayloadOf<'secrets.prepare'>): Promise<string> {
    const { other } = await this.change('prepare', asked, ({ signing }) => ({ signing, other: newSecretKey() }));
    return sealSecret(other ?? '', sealTo);
  }

  /** A switch quotes the new secret key, so that a key whose reply was lost never signs: no receiver can know it. */
  async switch({ sealedSecretKey, ...asked }: PayloadOf<'secrets.switch'>): Promise<void> {
    const shown = await this.vault.openSent(sealedSecretKey);
    await this.change('switch', asked, (keys) => {
      if (keys.other !== shown) throw VigiaError.of('secret_key_wrong');
      return exchanged(keys);
    });
  }

  async revert(asked: Asked): Promise<void> {
    await this.change('revert', asked, exchanged);
  }

  async withdraw(asked: Asked): Promise<void> {
    await this.change('withdraw', asked, ({ signing }) => ({ signing, other: null }));
  }

  async end(asked: Asked): Promise<void> {
    await this.change('end', asked, ({ signing }) => ({ signing, other: null }));
  }

  /** Attempts do without an old secret from its time on; this deletes it. */
  async forgetOld(): Promise<boolean> {
    await this.database.rows(
      sql`UPDATE webhooks.configuration SET other_number = NULL, sealed_other_key = NULL, other_until = NULL WHERE other_until <= now()`,
    );
    return false;
  }

  private change(step: SecretStep, asked: Asked, keysAfter: (keys: Keys) => Keys): Promise<Keys> {
    const { corporationId, configurationId: id, changeId } = asked;
    return this.database.transaction(async (tx) => {
      const row = await lock(tx, { id, corporationId });
      const before = this.opened(row);
      if (row.secretChangeId === changeId) return before;
      const { signing, other, made } = afterStep(step, row);
      const keys = keysAfter(before);
      await tx.rows(
        sql`UPDATE webhooks.configuration SET secret_number = $2, other_number = $3, secrets_made = $4, sealed_secret_key = $5,
           sealed_other_key = $6, other_until = CASE WHEN $3::integer < $2::integer THEN now() + ${oldIsValid} END,
           secret_change_id = $7, secret_changed_at = now(), updated_at = now()
         WHERE id = $1`,
        [id, signing, other, made, ...this.sealed(keys, row), changeId],
      );
      failpoint('dispatcher.secret-uncommitted');
      return keys;
    });
  }

  private opened(row: SecretsRow): Keys {
    const { sealedSecretKey, sealedOtherKey } = row;
    return {
      signing: this.vault.open(sealedSecretKey, 'sealed_secret_key', row),
      other: sealedOtherKey && this.vault.open(sealedOtherKey, 'sealed_other_key', row),
    };
  }

  private sealed({ signing, other }: Keys, owner: SecretOwner): (string | null)[] {
    return [this.vault.seal(signing, 'sealed_secret_key', owner), other && this.vault.seal(other, 'sealed_other_key', owner)];
  }
}

function exchanged({ signing, other }: Keys): Keys {
  return { signing: other ?? signing, other: signing };
}

async function lock(tx: Transaction, { id, corporationId }: SecretOwner): Promise<SecretsRow> {
  const [row] = await tx.rows<SecretsRow>(
    sql`SELECT id, corporation_id, secret_number AS signing, ${otherNumber} AS other, secrets_made AS made, sealed_secret_key,
       sealed_other_key, secret_change_id
     FROM webhooks.configuration WHERE id = $1 AND corporation_id = $2 FOR NO KEY UPDATE`,
    [id, corporationId],
  );
  if (!row) throw VigiaError.of('not_found');
  return row;
}
