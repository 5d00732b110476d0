import { Alert, List, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Unanswered } from '#kit/states.tsx';
import { useLanguage, useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { costFacts } from './cost-facts.ts';
import { canBegin, type Cost, type Preview } from './preview.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Props {
  cost: Cost;
  /** Why the act changes nothing for this many documents, if not because the portfolio has them. */
  kept?: (documents: number) => string;
}

/** What an act would do and cost, in sentences, before it is done. */
export function CostSummary({ cost, kept }: Props) {
  const words = useWords({ es, en });
  const { data: preview, error, isPending } = cost;
  return (
    <>
      <Unanswered query={cost} />
      {!error && (
        <Stack gap="xs" aria-busy={isPending} role="status" mih={96}>
          <Text fw={600}>{words.cost}</Text>
          {preview && !isPending ? (
            <Facts preview={preview} cost={cost} toldKept={kept ?? words.kept} />
          ) : canBegin(cost) ? (
            <Text size="sm">{words.goesOn}</Text>
          ) : (
            <Skeleton height={64} />
          )}
        </Stack>
      )}
    </>
  );
}

interface FactsProps {
  preview: Preview;
  cost: Cost;
  toldKept: (documents: number) => string;
}

function Facts({ preview, cost, toldKept }: FactsProps) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const { contract } = useSession();
  const { no, facts } = costFacts(preview, { ...cost, toldKept, contractEndsOn: contract?.endsOn }, words, language);
  return (
    <>
      {no !== undefined && <No>{no}</No>}
      {facts.length > 0 && (
        <List size="sm" spacing={4}>
          {facts.map((fact) => (
            <List.Item key={fact}>{fact}</List.Item>
          ))}
        </List>
      )}
    </>
  );
}

function No({ children }: { children: string }) {
  return (
    <Alert color="bad" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm" c="inherit">
        {children}
      </Text>
    </Alert>
  );
}
