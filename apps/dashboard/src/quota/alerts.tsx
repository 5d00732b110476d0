import { Alert, List } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { day } from '#language/day.ts';
import { instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const most = 5;

/** What was warned of about this contract; nothing where nothing was, or while it is not known. */
export function Alerts({ contractId }: { contractId: string }) {
  const words = useWords({ es, en });
  const { data } = useAnswer('GET /panel/v1/quota/alerts', {});
  const own = data?.alerts.filter((alert) => alert.contractId === contractId) ?? [];
  if (own.length === 0) return null;
  return (
    <Alert color="watch" variant="light" icon={<IconBell aria-hidden />} title={words.alerts} mb="md">
      <List size="sm" spacing={2}>
        {own.slice(0, most).map(({ kind, crossing, facts, raisedAt }) => (
          <List.Item key={`${kind} ${crossing}`}>
            {words.alert(kind, facts, /^\d{4}-/.test(crossing) ? day(crossing) : crossing)} · {instant(raisedAt)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
