import { Group, Text } from '@mantine/core';
import { useAnswer } from '#gateway/queries.ts';
import { Answered, Waiting } from '#kit/states.tsx';
import { instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import styles from './health-bars.module.css';
import type { Webhook } from './webhook.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const [barWidth, step, height, least] = [8, 10, 44, 3];

/** The last 24 hours, one bar per hour: arrived deliveries below the failed ones. */
export function HealthBars({ webhook: { configurationId, lastDay } }: { webhook: Webhook }) {
  const words = useWords({ es, en });
  const query = useAnswer('GET /panel/v1/webhooks/:configurationId/health', { params: { configurationId }, query: {} });
  const { succeeded, failed, pending } = lastDay;
  const said = [words.delivered(succeeded), words.failed(failed), words.pending(pending)].join(' · ');
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="xs" c="dimmed">
          {words.lastDay}
        </Text>
        <Text size="xs" fw={600} c={failed > 0 ? 'bad' : undefined}>
          {succeeded + failed + pending === 0 ? words.noDeliveries : said}
        </Text>
      </Group>
      <Answered query={query} waiting={<Waiting lines={1} height={height} />}>
        {({ hours }) => {
          const most = Math.max(1, ...hours.map((hour) => hour.succeeded + hour.failed + hour.pending));
          const p95 = Math.max(-1, ...hours.map(({ p95Ms }) => p95Ms ?? -1));
          return (
            <>
              <svg
                className={styles.bars}
                viewBox={`0 0 ${hours.length * step} ${height}`}
                preserveAspectRatio="none"
                role="img"
                aria-label={`${words.lastDay}: ${said}`}
              >
                {hours.map((hour, place) => {
                  const scale = (count: number) => (count === 0 ? 0 : Math.max(least, (count / most) * (height - 2)));
                  const tall = [scale(hour.succeeded), scale(hour.pending), scale(hour.failed)] as const;
                  const x = place * step;
                  const tops = [height - tall[0], height - tall[0] - tall[1], height - tall[0] - tall[1] - tall[2]] as const;
                  return (
                    <g key={hour.hour}>
                      <title>{words.hourOf(instant(hour.hour), hour.succeeded, hour.failed, hour.pending)}</title>
                      <rect className={styles.none} x={x} y={height - 1} width={barWidth} height={1} />
                      <rect className={styles.succeeded} x={x} y={tops[0]} width={barWidth} height={tall[0]} />
                      <rect className={styles.pending} x={x} y={tops[1]} width={barWidth} height={tall[1]} />
                      <rect className={styles.failed} x={x} y={tops[2]} width={barWidth} height={tall[2]} />
                    </g>
                  );
                })}
              </svg>
              <Text size="xs" c="dimmed" mt={4} mih={18}>
                {p95 >= 0 && succeeded + failed + pending > 0 && words.p95(p95)}
              </Text>
            </>
          );
        }}
      </Answered>
    </div>
  );
}
