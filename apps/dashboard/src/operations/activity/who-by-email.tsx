import { TextInput } from '@mantine/core';
import { useTypedFilter } from '#kit/typed-filter.ts';
import { useWords } from '#language/language.tsx';
import { en as activityEn } from '#activity/words.en.ts';
import { es as activityEs } from '#activity/words.es.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function WhoByEmail() {
  const words = useWords({ es, en });
  const { who: label } = useWords({ es: activityEs, en: activityEn });
  const { text, type } = useTypedFilter('who');
  return (
    <TextInput label={label} placeholder={words.whoHint} w={260} value={text} onChange={({ currentTarget: { value } }) => type(value)} />
  );
}
