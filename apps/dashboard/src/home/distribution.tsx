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

/** The shade of each class, mildest first, and the first class that is grave. */
const scales = {
  alert: { shades: [0, 1, 2, 3, 4, 5], graveFrom: 4 },
  compliance: { shades: [0, 1, 3, 5], graveFrom: 3 },
};

interface Props {
  of: keyof typeof scales;
  counts: PortfolioCounts;
  risk: PortfolioRisk | undefined;
}

/** From the gravest class down, each with its name and number; colour is only an addition. */
export function Distribution({ of, counts: { total, by }, risk }: Props) {
  const words = useWords({ es, en });
  const own = words.distributions[of];
  const { shades, graveFrom } = scales[of];
  const inClass = (level: number) => by[of][level]!;
  const grave = (classes: number[]) => classes.slice(graveFrom).reduce((sum, profiles) => sum + profiles, 0);
  const classes = shades.map((shade, level) => ({ shade, level, name: own.classes[level]! })).toReversed();
  const before = risk?.days[0];
  const more = before && grave(by[of]) - grave(before[of]);
  return (
    <Card title={own.title} more={own.more}>
      {of === 'alert' ? (
        <PortfolioLink search={{ standing: 'active' }} className={styles.figure!}>
          {words.all(total)}
        </PortfolioLink>
      ) : (
        <PortfolioLink search={{ compliance: String(graveFrom), standing: 'active' }} className={styles.figure!}>
          {words.highest(grave(by[of]))}
        </PortfolioLink>
      )}
      <div
        className={styles.bar}
        style={{ marginTop: 8 }}
        role="img"
        aria-label={classes.map(({ name, level }) => `${name}: ${inClass(level)}`).join(', ')}
      >
        {classes.map(({ shade, level }) => inClass(level) > 0 && <Segment key={level} shade={shade} share={inClass(level) / total} />)}
      </div>
      <Box mt="xs">
        {classes.map(({ shade, level, name }) => (
          <div key={level} className={styles.class}>
            <span className={styles.swatch} data-level={shade} aria-hidden />
            <Text size="sm">{name}</Text>
            <PortfolioLink search={{ [of]: String(level), standing: 'active' }}>{count(inClass(level))}</PortfolioLink>
          </div>
        ))}
      </Box>
      {more !== undefined && before && (
        <Text size="xs" c="dimmed" mt="xs">
          {words.since(day(before.day))}: {more > 0 ? own.higher(more) : more < 0 ? own.lower(-more) : own.same}
        </Text>
      )}
    </Card>
  );
}

const Segment = ({ shade, share }: { shade: number; share: number }) => <span data-level={shade} style={{ flex: `${share} 1 0` }} />;
