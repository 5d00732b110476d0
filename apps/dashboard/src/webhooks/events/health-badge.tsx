import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { looks, type Delivery } from './delivery.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function HealthBadge({ delivery: { health, attempts, nextAttemptAt }, name }: { delivery: Delivery; name?: string | undefined }) {
  const words = useWords({ es, en });
  const { tone, icon } = looks[health];
  const waits = nextAttemptAt === null ? words.waitsForLoad : words.waitsFirst;
  const word = health === 'PENDING' && attempts === 0 ? waits : words.health[health];
  return (
    <StatusBadge tone={tone} icon={icon} maw="100%">
      {name === undefined ? word : `${name}: ${word}`}
    </StatusBadge>
  );
}
