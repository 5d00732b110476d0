import { SegmentedControl } from '@mantine/core';
import { useFilters } from '#kit/filters.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { useWords } from '#language/language.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { EventFilters } from './event-filters.tsx';
import { EventList } from './event-list.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Integraciones > Auditoría de eventos. Events and deliveries are counted apart: an event has one delivery per webhook. */
export function Events() {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const ofDeliveries = filters.view === 'deliveries';
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={
          <SegmentedControl
            aria-label={words.view}
            data={[
              { value: 'events', label: words.views.events },
              { value: 'deliveries', label: words.views.deliveries },
            ]}
            value={ofDeliveries ? 'deliveries' : 'events'}
            onChange={(view) =>
              change({ view: view === 'deliveries' ? view : undefined, document: undefined, http: undefined, failure: undefined })
            }
          />
        }
      />
      <EventFilters ofDeliveries={ofDeliveries} />
      {ofDeliveries ? <DeliveryList /> : <EventList />}
    </>
  );
}
