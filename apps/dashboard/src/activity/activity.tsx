import { addressOf } from '#gateway/call.ts';
import { useAnswer } from '#gateway/queries.ts';
import { cursorIn, useFilters } from '#kit/filters.ts';
import { useWords } from '#language/language.tsx';
import { OnlyWhoCan } from '#session/only-who-can.tsx';
import { asked, RecordFilters, WhoOfUsers } from './filters.tsx';
import { RecordOfActs } from './record.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function Activity() {
  const words = useWords({ es, en });
  return (
    <OnlyWhoCan act="users" title={words.title} refusal={words.onlyAdmins}>
      <OfCorporation />
    </OnlyWhoCan>
  );
}

function OfCorporation() {
  const words = useWords({ es, en });
  const { filters } = useFilters();
  const query = asked(filters);
  return (
    <RecordOfActs
      description={words.description}
      csv={addressOf('GET /panel/v1/audit.csv', { query })}
      page={useAnswer('GET /panel/v1/audit', { query: { ...query, ...cursorIn(filters) } }, { keepsPrevious: true })}
      filters={<RecordFilters who={<WhoOfUsers />} />}
    />
  );
}
