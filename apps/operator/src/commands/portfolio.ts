import type { Command } from 'commander';
import { ask, longPatience, type Surroundings } from '../running-system.js';
import { counted } from '../terminal.js';
import { action } from './action.js';

export function portfolioCommands(program: Command, surroundings: Surroundings): void {
  const portfolio = program.command('portfolio').description('portfolios of corporations');
  action(
    portfolio.command('verify').description('compare every entry with its source rows and correct it; fails if one differed'),
    surroundings,
    async () => {
      const verified = await ask(surroundings, 'portfolio.verify', {}, longPatience);
      const { corporations, healed, drifts } = verified;
      const named = drifts.map(({ corporationId, docType, taxId, what }) => `${corporationId} ${docType} ${taxId} ${what}`);
      if (healed > 0)
        throw new Error(
          `corrected ${counted(healed, 'entry that differed from its source rows', 'entries that differed from their source rows')}: ${named.join('; ')}`,
        );
      return { json: verified, text: `${counted(corporations, 'portfolio')} compared, no entry differed\n` };
    },
  );
}
