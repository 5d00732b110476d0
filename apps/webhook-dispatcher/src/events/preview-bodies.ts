import { Injectable } from '@nestjs/common';
import { isValidDocument, VigiaError, type ApiVersion, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { inTransaction } from '@vigia/database';
import { DataSource } from 'typeorm';
import { envelopeText } from '../domain/envelope.js';
import { noTriggerId } from '../domain/trigger-id.js';
import { readProfile } from './read-profile.js';

@Injectable()
export class PreviewBodies {
  constructor(private readonly database: DataSource) {}

  /** Both versions of what a trigger would send if it were sent now, to compare them before a configuration changes over. */
  async of(asked: PayloadOf<'webhooks.preview'>): Promise<ReplyOf<'webhooks.preview'>> {
    const { docType, taxId } = asked;
    if (!isValidDocument(docType, taxId)) throw VigiaError.of('document_invalid', { docType });
    const { views, ...told } = await inTransaction(this.database, (tx) => readProfile(tx, asked));
    const body = (version: ApiVersion) => envelopeText(version, { triggerId: noTriggerId, taxId, view: views[version], ...told });
    return { v1: body('v1'), v2: body('v2') };
  }
}
