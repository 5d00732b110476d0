import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function NewCorporation({ onClose }: { onClose: () => void }) {
  const words = useWords({ es, en });
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const make = useAct('POST /panel/v1/operator/corporations', { changes: ['GET /panel/v1/operator/corporations'] });
  const submit = () =>
    make.mutate(
      { body: { name: name.trim() } },
      {
        onSuccess: ({ corporation: { corporationId } }) => {
          // While the file of the next screen comes, the dialog would create another one.
          onClose();
          void navigate({ to: '/operador/corporaciones/$corporationId', params: { corporationId } });
        },
      },
    );
  return (
    <Confirm
      onClose={onClose}
      title={words.make}
      confirm={words.create}
      onConfirm={submit}
      pending={make.isPending}
      error={make.error}
      disabled={name.trim() === ''}
    >
      <Text size="sm">{words.makeMeaning}</Text>
      <TextInput
        label={words.name}
        value={name}
        maxLength={200}
        required
        data-autofocus
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
    </Confirm>
  );
}
