import type { Command } from 'commander';
import { examine, exitStatusOf } from '../doctor/examine.js';
import type { Finding } from '../doctor/finding.js';
import { addressesOf, ask, NoSystemError, type Surroundings } from '../running-system.js';
import { oneLine, paintFor } from '../terminal.js';
import { action } from './action.js';

const signs = { fine: ['✓', 'green'], attention: ['!', 'yellow'], wrong: ['✗', 'red'] } as const;

function shown(findings: Finding[], surroundings: Surroundings): string {
  const paint = paintFor(surroundings);
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(({ check, standing, found, advice }) => {
    const [sign, colour] = signs[standing];
    const line = `${paint(colour, sign)} ${check.padEnd(width)}  ${oneLine(found)}\n`;
    return advice ? `${line}  ${' '.repeat(width)}  → ${oneLine(advice)}\n` : line;
  });
  const count = (standing: Finding['standing']) => findings.filter((finding) => finding.standing === standing).length;
  return `${lines.join('')}\n${count('wrong')} wrong, ${count('attention')} to look at, ${count('fine')} fine\n`;
}

export function doctorCommand(program: Command, surroundings: Surroundings): void {
  action(
    program
      .command('doctor')
      .description(
        'check everything that a running system depends on, with advice; exit status 0: fine, 1: something to look at, 2: something wrong',
      ),
    surroundings,
    async () => {
      const { databaseUrl, brokerUrl } = addressesOf(surroundings);
      if (!databaseUrl) throw new NoSystemError();
      const { environment } = surroundings;
      const findings = await examine({
        environment,
        databaseUrl,
        brokerUrl,
        now: Date.now,
        ask: (name, payload) => ask(surroundings, name, payload),
      });
      return { json: findings, text: shown(findings, surroundings), exitStatus: exitStatusOf(findings) };
    },
  );
}
