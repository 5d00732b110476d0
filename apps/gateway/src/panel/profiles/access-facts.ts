import { Injectable } from '@nestjs/common';
import { type Document, isSection, type panel, type PanelAnswer, VigiaError } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { mayHaveFailed } from '@vigia/summaries';
import { PortfolioReader } from '../../portfolio/portfolio-reader.js';

type ProfileFacts = PanelAnswer<typeof panel.profiles.one>;
type Access = ProfileFacts['access'];
type AccessRow = Omit<Access, 'expiresAt' | 'periods' | 'withheld'> &
  Pick<ProfileFacts, 'unregistered' | 'openRequest'> & { expiresAt: Date | null; withheld: string[] };

interface PeriodRow {
  openedAt: Date;
  endsAt: Date | null;
}

/** The access of a corporation to a profile, even if it has ended. */
@Injectable()
export class AccessFacts {
  constructor(
    private readonly database: Database,
    private readonly portfolio: PortfolioReader,
  ) {}

  async of(corporationId: string, document: Document): Promise<ProfileFacts> {
    const [[found], periods, entry] = await Promise.all([
      this.access(corporationId, document),
      this.periods(corporationId, document),
      this.portfolio.one(corporationId, document),
    ]);
    if (!found) throw VigiaError.of('profile_not_found');
    const { unregistered, openRequest, expiresAt, withheld, ...access } = found;
    const written = periods.map(({ openedAt, endsAt }) => ({ openedAt: openedAt.toISOString(), endsAt: textOf(endsAt) }));
    const shown = { ...access, expiresAt: textOf(expiresAt), withheld: withheld.filter(isSection), periods: written };
    return { ...document, entry, access: shown, unregistered, openRequest };
  }

  /** A document of a list may turn out to be unknown long before the list is settled and the portfolio shows its failure. */
  private access(corporationId: string, { docType, taxId }: Document): Promise<AccessRow[]> {
    return this.database.rows(
      sql`SELECT state, mode, expires_at, withheld_sections AS withheld,
         (SELECT request_id FROM profiles.item_status AS item JOIN profiles.request_status AS request USING (request_id)
          JOIN profiles.load_status AS load USING (load_id)
          WHERE item.tax_id = access.tax_id AND item.state = 'loading' AND load.doc_type = access.doc_type
            AND request.corporation_id = access.corporation_id
          ORDER BY request.created_at DESC LIMIT 1) AS open_request,
         ${mayHaveFailed} AND EXISTS (
           SELECT FROM profiles.item_status AS item
           WHERE item.request_id = access.request_id AND item.tax_id = access.tax_id AND item.reason = 'taxpayer_not_found') AS unregistered
       FROM billing.current_access AS access
       WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = $3`,
      [corporationId, taxId, docType],
    );
  }

  private periods(corporationId: string, { docType, taxId }: Document): Promise<PeriodRow[]> {
    return this.database.rows(
      sql`SELECT opened_at, ends_at FROM billing.readable_period
       WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = $3 ORDER BY opened_at DESC LIMIT 100`,
      [corporationId, taxId, docType],
    );
  }
}

function textOf(at: Date | null): string | null {
  return at && at.toISOString();
}
