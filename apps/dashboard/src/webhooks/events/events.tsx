import { SegmentedControl, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useFilters } from '#kit/filters.ts';
import { FocusableButton } from '#kit/focusable-button.tsx';
import { lazyPart } from '#kit/lazy-part.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { DeliveryList } from './delivery-list.tsx';
import { EventFilters } from './event-filters.tsx';
import { EventList } from './event-list.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const Trigger = lazyPart(() => import('./trigger.tsx'), 'Trigger');

/** Integraciones > Auditoría de eventos. Events and deliveries are counted separately: an event has one delivery per webhook. */
export function Events() {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const maySend = useSession().can.includes('load');
  const [isSending, sending] = useDisclosure();
  const ofDeliveries = filters.view === 'deliveries';
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={
          <>
            <SegmentedControl
              aria-label={words.view}
              data={[
                { value: 'events', label: words.views.events },
                { value: 'deliveries', label: words.views.deliveries },
              ]}
              value={ofDeliveries ? 'deliveries' : 'events'}
              onChange={(view) =>
                change({
                  view: view === 'deliveries' ? view : undefined,
                  document: undefined,
                  state: undefined,
                  http: undefined,
                  failure: undefined,
                })
              }
            />
            <Tooltip label={words.trigger.notAllowed} disabled={maySend}>
              <FocusableButton leftSection={<IconSend size={16} aria-hidden />} isOff={!maySend} onClick={sending.open}>
                {words.trigger.open}
              </FocusableButton>
            </Tooltip>
          </>
        }
      />
      <EventFilters ofDeliveries={ofDeliveries} />
      {ofDeliveries ? <DeliveryList /> : <EventList />}
      {isSending && <Trigger onClose={sending.close} />}
    </>
  );
}
