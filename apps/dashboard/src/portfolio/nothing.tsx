import { Button } from '@mantine/core';
import { IconArrowBackUp, IconBuildings, IconFilterOff, IconHourglassEmpty } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { useFilters } from '#kit/filters.ts';
import { LinkButton } from '#kit/link.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { useCan } from '#session/session.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  /** The rows of a further page may have moved. */
  isFurtherPage: boolean;
  isFiltered: boolean;
  clear: () => void;
}

/** Why the list has no rows, and what to do about it. */
export function Nothing({ isFurtherPage, isFiltered, clear }: Props) {
  const words = useWords({ es, en });
  const { change } = useFilters();
  if (isFurtherPage) {
    return (
      <Empty
        icon={IconArrowBackUp}
        title={words.noneHere}
        action={
          <Button variant="default" onClick={() => change({})}>
            {words.firstPage}
          </Button>
        }
      />
    );
  }
  if (!isFiltered) return <NoneListed />;
  return (
    <Empty
      icon={IconFilterOff}
      title={words.noneFound}
      action={
        <Button variant="default" onClick={clear}>
          {words.clear}
        </Button>
      }
    />
  );
}

const ended = { standing: 'ended' } as const;

/** A list without filters leaves out ended queries. */
function NoneListed() {
  const words = useWords({ es, en });
  const mayLoad = useCan('load');
  const query = useAnswer('GET /panel/v1/portfolio/counts', { query: ended });
  return (
    <Answered query={query}>
      {({ total }) =>
        total === 0 ? (
          <Empty icon={IconBuildings} title={words.none} action={mayLoad && <LinkButton to="/cargas">{words.load}</LinkButton>}>
            {words.noneMore}
          </Empty>
        ) : (
          <Empty
            icon={IconHourglassEmpty}
            title={words.noneActive}
            action={
              <LinkButton to="/portafolio" search={ended} variant="default">
                {words.seeEnded(total)}
              </LinkButton>
            }
          >
            {words.noneActiveMore}
          </Empty>
        )
      }
    </Answered>
  );
}
