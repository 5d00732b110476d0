import { Injectable } from '@nestjs/common';
import { liveView, summaryText, VigiaError, type ApiVersion, type SummaryView } from '@vigia/contracts';
import type { AskedProfile } from './profile-query.js';
import { isKnownTag, liveTag, textTag } from './domain/entity-tag.js';
import { LiveSummary } from './live-summary.js';
import { PastSummary } from './past-summary.js';

export interface Summary {
  tag: string;
  /** Undefined when the client has it already. */
  text?: string;
}

@Injectable()
export class ReadSummary {
  constructor(
    private readonly live: LiveSummary,
    private readonly past: PastSummary,
  ) {}

  async now(version: ApiVersion, asked: AskedProfile, knownTags: string | undefined): Promise<Summary> {
    const row = await this.live.find(version, asked);
    // One answer for a profile of somebody else, for one that was never loaded and for a query that has ended.
    if (!row || (row.mode === 'query' && row.ended)) throw VigiaError.of('profile_not_found');
    // After monitoring the profile stays as it was, until it has been loaded again.
    if (row.ended || row.returning) {
      const view = await this.pastView(version, asked, new Date());
      return summaryOf(version, asked, row.returning ? { ...view, estado: 'loading' } : view, knownTags);
    }
    const tag = liveTag(version, row);
    return isKnownTag(knownTags, tag) ? { tag } : { tag, text: summaryText(version, asked.taxId, liveView(version, row)) };
  }

  async at(version: ApiVersion, asked: AskedProfile, moment: Date, knownTags: string | undefined): Promise<Summary> {
    return summaryOf(version, asked, await this.pastView(version, asked, moment), knownTags);
  }

  private async pastView(version: ApiVersion, asked: AskedProfile, moment: Date): Promise<SummaryView> {
    const view = await this.past.view(version, asked, moment);
    if (!view) throw VigiaError.of('profile_not_found');
    return view;
  }
}

function summaryOf(version: ApiVersion, { taxId }: AskedProfile, view: SummaryView, knownTags: string | undefined): Summary {
  const text = summaryText(version, taxId, view);
  const tag = textTag(text);
  return isKnownTag(knownTags, tag) ? { tag } : { tag, text };
}
