import { Injectable } from '@nestjs/common';
import { VigiaError, type PayloadOf } from '@vigia/contracts';
import { Database, sql, type Transaction } from '@vigia/database';
import { sealSecret } from '@vigia/messaging';
import { failpoint } from '@vigia/observability';
import { afterStep, type Secrets, type SecretStep } from '../domain/secret-change.js';
import { newSecretKey, type SecretKeys } from '../domain/signature.js';
import { Vault, type SecretOwner } from '../secrets/vault.js';
import { openSecretKeys, otherNumber, updatedNow, type SecretsRow } from './configuration-row.js';

type Asked = PayloadOf<'secrets.end'>;

interface LockedRow extends SecretsRow, Secrets {
  secretChangeId: string | null;
}

const oldIsValid = sql`interval '72 hours'`;

/** Locks the row first: if two people change a secret at the same time, the second sees what the first did. */
@Injectable()
export class SecretChanges {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Returns the new secret key, sealed to the sender. A repeated message returns the same one. */
  async prepare({ sealTo, ...asked }: PayloadOf<'secrets.prepare'>): Promise<string> {
    const [, other] = await this.change('prepare', asked, ([signing]) => [signing, newSecretKey()]);
    return sealSecret(other ?? '', sealTo);
  }

  /** A switch quotes the new secret key. So a key whose reply was lost never signs, because no receiver can know it. */
  async switch({ sealedSecretKey, ...asked }: PayloadOf<'secrets.switch'>): Promise<void> {
    const shown = await this.vault.openSent(sealedSecretKey);
    await this.change('switch', asked, (keys) => {
      if (keys[1] !== shown) throw VigiaError.of('secret_key_wrong');
      return exchanged(keys);
    });
  }

  async revert(asked: Asked): Promise<void> {
    await this.change('revert', asked, exchanged);
  }

  async withdraw(asked: Asked): Promise<void> {
    await this.change('withdraw', asked, ([signing]) => [signing]);
  }

  async end(asked: Asked): Promise<void> {
    await this.change('end', asked, ([signing]) => [signing]);
  }

  /** Attempts ignore an old secret from its end time on; this deletes it. */
  async forgetOld(): Promise<void> {
    await this.database.rows(
      sql`UPDATE webhooks.configuration SET other_number = NULL, sealed_other_key = NULL, other_until = NULL WHERE other_until <= now()`,
    );
  }

  private change(step: SecretStep, asked: Asked, keysAfter: (keys: SecretKeys) => SecretKeys): Promise<SecretKeys> {
    const { corporationId, configurationId: id, changeId } = asked;
    return this.database.transaction(async (tx) => {
      const row = await lock(tx, { id, corporationId });
      const before = openSecretKeys(this.vault, row);
      if (row.secretChangeId === changeId) return before;
      const { signing, other, made } = afterStep(step, row);
      const keys = keysAfter(before);
      await tx.rows(
        sql`UPDATE webhooks.configuration SET secret_number = $2, other_number = $3, secrets_made = $4, sealed_secret_key = $5,
           sealed_other_key = $6, other_until = CASE WHEN $3::integer < $2::integer THEN now() + ${oldIsValid} END,
           secret_change_id = $7, secret_changed_at = now(), updated_at = ${updatedNow}
         WHERE id = $1`,
        [id, signing, other, made, ...this.sealed(keys, row), changeId],
      );
      failpoint('dispatcher.secret-uncommitted');
      return keys;
    });
  }

  private sealed([signing, other]: SecretKeys, owner: SecretOwner): (string | null)[] {
    return [this.vault.seal(signing, 'sealed_secret_key', owner), other ? this.vault.seal(other, 'sealed_other_key', owner) : null];
  }
}

function exchanged([signing, other = signing]: SecretKeys): SecretKeys {
  return [other, signing];
}

async function lock(tx: Transaction, { id, corporationId }: SecretOwner): Promise<LockedRow> {
  const [row] = await tx.rows<LockedRow>(
    sql`SELECT id, corporation_id, secret_number AS signing, ${otherNumber} AS other, secrets_made AS made, sealed_secret_key,
       sealed_other_key, secret_change_id
     FROM webhooks.configuration WHERE id = $1 AND corporation_id = $2 FOR NO KEY UPDATE`,
    [id, corporationId],
  );
  if (!row) throw VigiaError.of('not_found');
  return row;
}
