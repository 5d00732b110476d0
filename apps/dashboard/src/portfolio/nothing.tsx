import { Button } from '@mantine/core';
import { IconBuildings, IconFilterOff, IconHourglassEmpty } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { LinkButton } from '#kit/link.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { useCan } from '#session/session.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  isFiltered: boolean;
  clear: () => void;
}

/** Why the list has no rows, and what to do about it. */
export function Nothing({ isFiltered, clear }: Props) {
  const words = useWords({ es, en });
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
            {words.noneMore(mayLoad)}
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
            {words.noneActiveMore(mayLoad)}
          </Empty>
        )
      }
    </Answered>
  );
}
