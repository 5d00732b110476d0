import { Alert, Button, Group, Tooltip } from '@mantine/core';
import { IconCalendarTime, IconEye, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { type DocType, isSection } from '@vigia/contracts';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAnswer } from '#gateway/queries.ts';
import { DayField } from '#kit/day-field.tsx';
import { FocusableButton } from '#kit/focusable-button.tsx';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Link } from '#kit/link.tsx';
import { day } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';
import { useLanguage } from '#language/language.tsx';
import { sectionNames } from '#language/sources.ts';
import { useCan } from '#session/session.ts';
import { basisKey } from './basis/basis.tsx';
import { lastDayOfAccess } from './last-day-of-access.ts';
import { useProfileFilters } from './use-profile-filters.ts';
import { useProfileWords } from './use-profile-words.ts';

const Force = lazyPart(() => import('#monitoring/force.tsx'), 'Force');
const Activate = lazyPart(() => import('#monitoring/activate.tsx'), 'Activate');

/** The actions on a profile in its current state, for users with the rights. */
export function Actions({ facts: { docType, taxId, access, openRequest } }: { facts: AnswerTo<'GET /panel/v1/profiles/:docType/:taxId'> }) {
  const words = useProfileWords();
  const [opened, setOpened] = useState<'force' | 'activate'>();
  // Another request would join the load that is under way: it would cost a month and bring nothing new.
  const isUpdating = openRequest !== null;
  const mayForce = useCan('force') && access.state === 'active';
  const mayActivate = useCan('activate') && access.state === (access.mode === 'query' ? 'active' : 'expired');
  const close = () => setOpened(undefined);
  return (
    <>
      {mayActivate && (
        <Button
          variant={mayForce ? 'default' : 'filled'}
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => setOpened('activate')}
        >
          {words.activate}
        </Button>
      )}
      {mayForce && (
        <Tooltip label={words.updating} disabled={!isUpdating}>
          <FocusableButton leftSection={<IconRefresh size={16} aria-hidden />} isOff={isUpdating} onClick={() => setOpened('force')}>
            {words.force}
          </FocusableButton>
        </Tooltip>
      )}
      {opened === 'force' && <Force taxIds={[taxId]} onClose={close} stays />}
      {opened === 'activate' && <Activate documents={[{ docType, taxId }]} onClose={close} />}
    </>
  );
}

/** The current profile, or the profile at the end of a day. */
export function DayChoice() {
  const words = useProfileWords();
  const { filters, change, today } = useProfileFilters();
  return (
    <DayField size="xs" className="not-printed" label={words.day} until={today} day={filters.fecha} onDay={(fecha) => change({ fecha })} />
  );
}

export function PastDay({ params, fecha }: { params: { docType: DocType; taxId: string }; fecha: string }) {
  const words = useProfileWords();
  const { data: facts } = useAnswer('GET /panel/v1/profiles/:docType/:taxId', { params });
  const { language } = useLanguage();
  const plan = useAnswer(basisKey, { params, query: { fecha } }).data?.plan;
  const then = plan?.withheldThen?.filter(isSection);
  const isOtherPlan = then && (then.length !== plan!.withheld.length || then.some((section) => !plan!.withheld.includes(section)));
  const end = facts && lastDayOfAccess(facts.access.periods, fecha);
  const isToday = fecha === dayOf(Date.now());
  const asItWas = isToday ? words.soFarToday : words.atDay(day(fecha));
  return (
    <Alert color="watch" variant="light" icon={<IconCalendarTime aria-hidden />}>
      <Group justify="space-between">
        {end === undefined ? asItWas : words.withoutAccess(day(fecha), day(end))}
        {isOtherPlan && <span>{words.planThen(then.map((section) => sectionNames[language][section]).join(', '))}</span>}
        <Link to="." search={(before: object) => ({ ...before, fecha: undefined })} className="not-printed">
          {isToday ? words.clearDay : words.today}
        </Link>
      </Group>
    </Alert>
  );
}
