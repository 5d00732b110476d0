import { Injectable } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Peers, twice } from '@vigia/messaging';
import { pagesFrom } from '../csv/send-csv.js';
import { AddedUpReports } from './added-up-reports.js';

type StatementAsked = Omit<PayloadOf<'quota.statement'>, 'afterSeq' | 'upToSeq'>;
type StatementPage = ReplyOf<'quota.statement'>;
type ChargesAsked = Omit<PayloadOf<'charges.list'>, 'after'>;
type ChargesPage = ReplyOf<'charges.list'>;

/** Reads statements and charges from billing, page by page. */
@Injectable()
export class ReportReader {
  constructor(
    private readonly peers: Peers,
    private readonly addedUp: AddedUpReports,
  ) {}

  statement(asked: StatementAsked, afterLine = 0): Promise<StatementPage> {
    return this.statementPage({ ...asked, afterSeq: afterLine });
  }

  /** For a file, which leaves out lines that are entered while its client reads it. */
  async statementPages(asked: StatementAsked, afterLine = 0): Promise<AsyncGenerator<StatementPage>> {
    return pagesFrom(await this.statement(asked, afterLine), ({ more, lines, upToSeq }) =>
      more ? this.statementPage({ ...asked, afterSeq: lines.at(-1)!.seq, upToSeq }) : undefined,
    );
  }

  /** A page with the total of the whole period. */
  async charges(asked: ChargesAsked, after?: string): Promise<ChargesPage & { totalCents: number }> {
    const page = await this.chargesPage(asked, after);
    // Between two messages a charge may be added, so a page that is the only one is added up itself.
    const isOnly = after === undefined && !page.next;
    const { totalCents } = isOnly ? page : await this.addedUp.ask('charges.total', asked);
    return { ...page, totalCents };
  }

  async chargesPages(asked: ChargesAsked, after?: string): Promise<AsyncGenerator<ChargesPage>> {
    return pagesFrom(await this.chargesPage(asked, after), ({ next }) => (next ? this.chargesPage(asked, next) : undefined));
  }

  private statementPage(asked: PayloadOf<'quota.statement'>): Promise<StatementPage> {
    return this.peers.ask('quota.statement', asked, twice);
  }

  private chargesPage(asked: ChargesAsked, after: string | undefined): Promise<ChargesPage> {
    return this.peers.ask('charges.list', { ...asked, ...(after && { after }) }, twice);
  }
}
