import { Anchor, Text, TextInput } from '@mantine/core';
import { asked, RecordFilters } from '#activity/filters.tsx';
import { RecordOfActs } from '#activity/record.tsx';
import { en as activityEn } from '#activity/words.en.ts';
import { es as activityEs } from '#activity/words.es.ts';
import { addressOf } from '#gateway/call.ts';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAnswer } from '#gateway/queries.ts';
import { cursorIn, useFilters } from '#kit/filters.ts';
import { useTypedFilter } from '#kit/search-field.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Entry = AnswerTo<'GET /panel/v1/operator/audit'>['entries'][number];

/** The record of every corporation and of the operators' actions. */
export function PlatformActivity() {
  const words = useWords({ es, en });
  const { filters } = useFilters();
  const { corporacion } = filters;
  const query = { ...asked(filters), ...(corporacion && { corporationId: corporacion }) };
  return (
    <RecordOfActs
      description={words.description}
      csv={addressOf('GET /panel/v1/operator/audit.csv', { query })}
      page={useAnswer('GET /panel/v1/operator/audit', { query: { ...query, ...cursorIn(filters) } }, { keepsPrevious: true })}
      filters={
        <RecordFilters
          who={<WhoByEmail />}
          kinds={words.kinds}
          more={{ corporacion: corporacion && <ChosenCorporation key="corporacion" corporationId={corporacion} /> }}
        />
      }
      whoIs={({ actor }) => actor}
      more={[{ key: 'corporation', label: words.corporation, width: 215, render: (entry) => <Of entry={entry} /> }]}
    />
  );
}

function Of({ entry: { corporationId, corporationName } }: { entry: Entry }) {
  const words = useWords({ es, en });
  const { change } = useFilters();
  if (corporationId === null) {
    return (
      <Text size="sm" c="dimmed">
        {words.platform}
      </Text>
    );
  }
  return (
    <Anchor component="button" type="button" size="sm" ta="start" onClick={() => change({ corporacion: corporationId })}>
      {corporationName ?? corporationId}
    </Anchor>
  );
}

function ChosenCorporation({ corporationId }: { corporationId: string }) {
  const words = useWords({ es, en });
  const { data } = useAnswer('GET /panel/v1/operator/corporations/:corporationId', { params: { corporationId } });
  return <TextInput label={words.corporation} value={data?.corporation.name ?? corporationId} readOnly />;
}

function WhoByEmail() {
  const words = useWords({ es, en });
  const { who: label } = useWords({ es: activityEs, en: activityEn });
  const { text, type } = useTypedFilter('who');
  return (
    <TextInput label={label} placeholder={words.whoHint} w={260} value={text} onChange={({ currentTarget: { value } }) => type(value)} />
  );
}
