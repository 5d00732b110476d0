import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAct } from '#gateway/queries.ts';
import { Copy } from '#kit/copy.tsx';
import { Refused } from '#kit/refused.tsx';
import { SecretOnce } from '#kit/secret-once.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** First a name, then the pair of keys: the secret is shown until somebody says that it is kept. */
export function CreateCredential({ onClose }: { onClose: () => void }) {
  const words = useWords({ es, en });
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '' } });
  const create = useAct('POST /panel/v1/credentials', { changes: ['GET /panel/v1/credentials'] });
  const made = create.data;
  return (
    <Dialog onClose={onClose} title={made ? words.made : words.create} isBinding={Boolean(made)}>
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
        <form onSubmit={form.onSubmit((body) => create.mutate({ body }))}>
          <Stack>
            <TextInput
              label={words.name}
              description={words.nameHint}
              maxLength={80}
              required
              withAsterisk={false}
              data-autofocus
              key={form.key('name')}
              {...form.getInputProps('name')}
            />
            <Refused error={create.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={create.isPending}>
                {words.create}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
