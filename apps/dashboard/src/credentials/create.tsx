import { Group, Stack, Text } from '@mantine/core';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAct } from '#gateway/queries.ts';
import { Copy } from '#kit/copy.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { NameForm } from '#kit/name-form.tsx';
import { SecretOnce } from '#kit/secret-once.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Made = AnswerTo<'POST /panel/v1/credentials'>;

/** Creates a credential of the user's own corporation. */
export function CreateCredential({ onClose }: { onClose: () => void }) {
  const create = useAct('POST /panel/v1/credentials', { changes: ['GET /panel/v1/credentials'] });
  return <NewCredential act={create} onSubmit={(name) => create.mutate({ body: { name } })} onClose={onClose} />;
}

interface Props {
  act: { data: Made | undefined; isPending: boolean; error: Error | null };
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** First a name, then the pair of keys: the secret is shown until the user confirms that it is saved. */
export function NewCredential({ act, onSubmit, onClose }: Props) {
  const words = useWords({ es, en });
  const made = act.data;
  return (
    <Dialog onClose={onClose} title={made ? words.made : words.create} isBinding={Boolean(made) || act.isPending}>
      {made ? (
        <Stack>
          <div>
            <Text size="sm" fw={600}>
              {words.accessKeyLabel}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" ff="monospace">
                {made.credential.accessKey}
              </Text>
              <Copy text={made.credential.accessKey} what={words.accessKey} />
            </Group>
          </div>
          <Text size="sm" fw={600} mb={-8}>
            {words.secretLabel}
          </Text>
          <SecretOnce name={words.secret} secret={made.accessSecret} onKept={onClose} />
        </Stack>
      ) : (
        <NameForm label={words.name} hint={words.nameHint} maxLength={80} submit={words.create} act={act} onSubmit={onSubmit} />
      )}
    </Dialog>
  );
}
