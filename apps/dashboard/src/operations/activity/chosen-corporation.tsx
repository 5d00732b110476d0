import { TextInput } from '@mantine/core';
import { useAnswer } from '#gateway/queries.ts';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function ChosenCorporation({ corporationId }: { corporationId: string }) {
  const words = useWords({ es, en });
  const { data } = useAnswer('GET /panel/v1/operator/corporations/:corporationId', { params: { corporationId } });
  return <TextInput label={words.corporation} value={data?.corporation.name ?? corporationId} readOnly />;
}
