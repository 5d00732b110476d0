import { Controller } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database } from '@vigia/database';
import { Outbox } from '@vigia/dispatch';
import { Handles } from '@vigia/messaging';
import { AccountLines } from '../ledger/account-lines.js';
import { activateProfiles } from './activate-profiles.js';

@Controller()
export class ActivationController {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly lines: AccountLines,
  ) {}

  @Handles('access.activate')
  activate(request: PayloadOf<'access.activate'>): Promise<ReplyOf<'access.activate'>> {
    const activate = () => this.database.transaction((tx) => activateProfiles(tx, this.outbox, request));
    return this.lines.turn(request.corporationId, activate, { isRepeatable: true });
  }
}
