import { Group, Stack, Text } from '@mantine/core';
import { IconArrowNarrowRight, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import type { PortfolioRisk } from '@vigia/contracts';
import { day } from '#language/day.ts';
import { useWords } from '#language/language.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { Card } from './card.tsx';
import styles from './home.module.css';
import { PortfolioLink } from './portfolio-link.tsx';
import { movesOfFourWeeks } from './recent-moves.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const shown = 8;
/** Nothing is known in this class: it is neither milder nor graver than another. */
const notProcessed = 0;

/** Changes from class to class: the newest week first, and in a week the gravest. */
export function Movement({ risk }: { risk: PortfolioRisk }) {
  const words = useWords({ es, en });
  const moved = movesOfFourWeeks(risk.moved);
  const others = moved.slice(shown);
  return (
    <Card title={words.moved} more={words.movedMore} size="side">
      {moved.length === 0 && <Text size="sm">{words.noMoves}</Text>}
      <Moves moves={moved.slice(0, shown)} />
      {others.length > 0 && (
        <details style={{ marginTop: 10 }}>
          <summary style={{ marginBottom: 10 }}>
            <Text span size="sm" fw={600}>
              {words.moreMoves(others.length)}
            </Text>
          </summary>
          <Moves moves={others} />
        </details>
      )}
    </Card>
  );
}

function Moves({ moves }: { moves: PortfolioRisk['moved'] }) {
  const words = useWords({ es, en });
  return (
    <Stack gap={10}>
      {moves.map(({ week, from, to, profiles }) => (
        <Group key={`${week} ${from} ${to}`} gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
          <div>
            <Group gap={6}>
              <Text size="sm">{words.alerts[from]}</Text>
              <IconArrowNarrowRight size={16} aria-hidden />
              <Text size="sm" fw={600}>
                {words.alerts[to]}
              </Text>
              {from !== notProcessed && to !== notProcessed && (
                <StatusBadge tone={to > from ? 'bad' : 'good'} icon={to > from ? IconTrendingUp : IconTrendingDown}>
                  {to > from ? words.worse : words.better}
                </StatusBadge>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              {words.week(day(week))}
            </Text>
          </div>
          <PortfolioLink search={{ moved: `${week}.${from}.${to}` }} className={styles.count!}>
            {words.profiles(profiles)}
          </PortfolioLink>
        </Group>
      ))}
    </Stack>
  );
}
