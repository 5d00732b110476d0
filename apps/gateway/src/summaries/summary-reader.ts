import { Injectable } from '@nestjs/common';
import { type ApiVersion, liveView, summaryText, type SummaryView, VigiaError } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { pastView, pastWhileReturning, type AskedProfile } from '@vigia/summaries';
import type { FastifyReply } from 'fastify';
import { isKnownTag } from '../http/domain/negotiation.js';
import { liveTag, textTag } from './domain/entity-tag.js';
import { LiveSummary } from './live-summary.js';
import { asOfPastDay } from './past-day.js';

interface Summary {
  tag: string;
  /** Undefined if the client already has it. */
  text?: string;
}

@Injectable()
export class SummaryReader {
  constructor(
    private readonly live: LiveSummary,
    private readonly database: Database,
  ) {}

  /** The current summary, or the summary at the end of a day, which for today is the current moment. */
  read(version: ApiVersion, asked: AskedProfile, day: string | undefined, knownTags: string | undefined): Promise<Summary> {
    return day === undefined ? this.now(version, asked, knownTags) : this.at(version, asked, day, knownTags);
  }

  private async now(version: ApiVersion, asked: AskedProfile, knownTags: string | undefined): Promise<Summary> {
    const row = await this.live.find(version, asked);
    // The same answer for a profile of another corporation, for one that was never loaded, and for an ended query.
    if (!row) throw VigiaError.of('profile_not_found');
    // After monitoring the corporation sees the profile as it was, until it has been loaded again.
    if (row.accessState === 'expired' || row.returning) {
      const pastOf = row.returning ? pastWhileReturning : pastView;
      const view = await pastOf(this.database, version, { ...asked, docTypes: [row.docType] });
      return summaryOf(version, asked, orNotFound(view), knownTags);
    }
    // A corporation must not learn when the profile was written until it has paid for it.
    if (row.accessState !== 'active') return summaryOf(version, asked, liveView(version, row), knownTags);
    const tag = liveTag(version, row);
    return isKnownTag(knownTags, tag) ? { tag } : { tag, text: summaryText(version, asked.taxId, liveView(version, row)) };
  }

  private async at(version: ApiVersion, asked: AskedProfile, day: string, knownTags: string | undefined): Promise<Summary> {
    const view = await asOfPastDay(this.database, day, (end) => pastView(this.database, version, asked, end));
    return summaryOf(version, asked, orNotFound(view), knownTags);
  }
}

function orNotFound(view: SummaryView | undefined): SummaryView {
  if (!view) throw VigiaError.of('profile_not_found');
  return view;
}

function summaryOf(version: ApiVersion, { taxId }: AskedProfile, view: SummaryView, knownTags: string | undefined): Summary {
  const text = summaryText(version, taxId, view);
  const tag = textTag(text);
  return isKnownTag(knownTags, tag) ? { tag } : { tag, text };
}

export function sendSummary({ tag, text }: Summary, reply: FastifyReply): void {
  void reply.headers({ etag: tag, vary: 'accept-encoding' });
  if (text === undefined) void reply.status(304).send();
  else void reply.header('content-type', 'application/json; charset=utf-8').send(text);
}
