import { Group, Progress, Text } from '@mantine/core';
import { useAnswer } from '#gateway/queries.ts';
import { Link } from '#kit/link.tsx';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import styles from './shell.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** How many months of the contract are left; the bar shows the used ones. A monthly plan has no quota to run out. */
export function QuotaLine() {
  const words = useWords({ es, en });
  const { contract } = useSession();
  const { data } = useAnswer('GET /panel/v1/contracts', {}, { enabled: contract?.kind === 'one_time' });
  const quota = data?.contracts.find(({ phase }) => phase === 'in_force')?.quota;
  if (!quota) return null;
  const used = quota.granted - quota.available;
  return (
    <Link to="/consumo" className={styles.quota!} underline="never" visibleFrom="lg">
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text span size="xs" c="dimmed">
          {words.quota}
        </Text>
        <Text span size="xs" fw={650}>
          {words.left(quota.available, quota.granted)}
        </Text>
      </Group>
      <Progress size={4} mt={3} value={quota.granted === 0 ? 0 : (100 * used) / quota.granted} aria-hidden />
    </Link>
  );
}
