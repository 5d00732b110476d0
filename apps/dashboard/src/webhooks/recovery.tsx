import { Text, TextInput } from '@mantine/core';
import { notify } from '#kit/notify.ts';
import { useState } from 'react';
import { useAct, useAnswer } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { Unanswered } from '#kit/states.tsx';
import { momentsOf } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { headerOfRepetitions, type Webhook } from './webhook.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const dayMs = 86_400_000;

/** Resends what has failed since a day, after it has shown how much that is. */
export function Recovery({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const words = useWords({ es, en }).recovery;
  const [day, setDay] = useState(() => dayOf(Date.now() - dayMs));
  const params = { configurationId: webhook.configurationId };
  const { from: since = '' } = momentsOf({ from: day });
  const counted = useAnswer('GET /panel/v1/webhooks/:configurationId/recoverable', { params, query: { since } }, { enabled: since !== '' });
  const recover = useAct('POST /panel/v1/webhooks/:configurationId/recover', {
    changes: ['GET /panel/v1/webhooks', 'GET /panel/v1/events', 'GET /panel/v1/deliveries'],
  });
  const count = counted.data?.count;
  const send = () =>
    recover.mutate(
      { params, body: { since } },
      {
        onSuccess: (sent) => {
          void notify({ message: words.done(sent.count), color: 'good' });
          onClose();
        },
      },
    );
  return (
    <Confirm
      onClose={onClose}
      title={words.title}
      confirm={words.confirm}
      onConfirm={send}
      pending={recover.isPending}
      error={recover.error}
      disabled={!count}
    >
      <TextInput
        type="date"
        label={words.since}
        value={day}
        max={dayOf(Date.now())}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <Unanswered query={counted} />
      <Text size="sm" fw={600} role="status" mih={22}>
        {count !== undefined && (count > 0 ? words.count(count) : words.nothing)}
      </Text>
      <Text size="sm" c="dimmed">
        {words.hint(headerOfRepetitions(webhook))}
      </Text>
    </Confirm>
  );
}
