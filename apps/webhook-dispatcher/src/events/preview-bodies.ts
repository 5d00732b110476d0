import { Injectable } from '@nestjs/common';
import { isValidDocument, VigiaError, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { noTriggerId } from '../domain/trigger-id.js';
import { readProfile } from './read-profile.js';
import { toldBodies } from './told-bodies.js';

@Injectable()
export class PreviewBodies {
  constructor(private readonly database: Database) {}

  /** Both versions of what a trigger would send if it were sent now, to compare them before a configuration changes over. */
  async of(asked: PayloadOf<'webhooks.preview'>): Promise<ReplyOf<'webhooks.preview'>> {
    const { docType, taxId } = asked;
    if (!isValidDocument(docType, taxId)) throw VigiaError.of('document_invalid', { docType });
    const profile = await this.database.transaction((tx) => readProfile(tx, asked));
    return toldBodies({ triggerId: noTriggerId, taxId }, profile);
  }
}
