import { Box, Text } from '@mantine/core';
import type { PortfolioCounts, PortfolioRisk } from '@vigia/contracts';
import { day } from '#language/day.ts';
import { useWords } from '#language/language.tsx';
import { count } from '#language/money.ts';
import { Card } from './card.tsx';
import styles from './home.module.css';
import { PortfolioLink } from './portfolio-link.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const fromGrave = [5, 4, 3, 2, 1, 0];

/** From the gravest class down, each with its name and number; colour is only an addition. */
export function Distribution({ counts: { total, by }, risk }: { counts: PortfolioCounts; risk: PortfolioRisk | undefined }) {
  const words = useWords({ es, en });
  const before = risk?.days[0];
  const more = before && by.alert[4]! + by.alert[5]! - before.alert[4]! - before.alert[5]!;
  return (
    <Card title={words.distribution} more={words.distributionMore} size="wide">
      <PortfolioLink search={{ standing: 'active' }} className={styles.figure!}>
        {words.all(total)}
      </PortfolioLink>
      <div
        className={styles.bar}
        style={{ marginTop: 8 }}
        role="img"
        aria-label={fromGrave.map((level) => `${words.alerts[level]}: ${by.alert[level]}`).join(', ')}
      >
        {fromGrave.map((level) => by.alert[level]! > 0 && <Segment key={level} level={level} share={by.alert[level]! / total} />)}
      </div>
      <Box mt="xs">
        {fromGrave.map((level) => (
          <div key={level} className={styles.class}>
            <span className={styles.swatch} data-level={level} aria-hidden />
            <Text size="sm">{words.alerts[level]}</Text>
            <PortfolioLink search={{ alert: String(level), standing: 'active' }}>{count(by.alert[level]!)}</PortfolioLink>
          </div>
        ))}
      </Box>
      {more !== undefined && before && (
        <Text size="xs" c="dimmed" mt="xs">
          {words.since(day(before.day))}: {more > 0 ? words.higher(more) : more < 0 ? words.lower(-more) : words.same}
        </Text>
      )}
    </Card>
  );
}

const Segment = ({ level, share }: { level: number; share: number }) => <span data-level={level} style={{ flex: `${share} 1 0` }} />;
