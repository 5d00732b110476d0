import { Alert, List, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lastDayBefore } from '@vigia/contracts';
import { Unanswered } from '#kit/states.tsx';
import { day } from '#language/day.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { solesOfCents } from '#language/money.ts';
import { useSession } from '#session/session.ts';
import { canBegin, type Cost, type Preview } from './preview.ts';
import { untouchedIn, whyNot } from './untouched.ts';
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
            <Facts preview={preview} takesAllInParts={cost.takesAllInParts} toldKept={kept ?? words.kept} />
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
  takesAllInParts: boolean;
  toldKept: (documents: number) => string;
}

function Facts({ preview, takesAllInParts, toldKept }: FactsProps) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const { contract } = useSession();
  const { kind, refusal, documents, returned, deducted, availableBefore, availableAfter, daysLeftOfThisMonth, documentChargesAtMost } =
    preview;
  if (refusal) return <No>{whyNot(refusal, language)}</No>;
  const kept = documents.filter(({ action }) => action === 'keep').length;
  const isAnyDone = documents.some(({ action }) => action !== 'none');
  const paid = documents.filter(({ action }) => action !== 'none' && action !== 'keep').length;
  const tooDear = takesAllInParts ? words.tooDearInParts(Math.floor(availableBefore / paid)) : words.tooDear(deducted, availableBefore);
  const ends = [...new Set(documents.flatMap(({ expiresAt }) => (expiresAt ? [lastDayBefore(expiresAt)] : [])))].sort();
  const isCounted = kind === 'one_time';
  return (
    <>
      {isCounted && availableAfter < 0 && <No>{tooDear}</No>}
      <List size="sm" spacing={4}>
        {isCounted && isAnyDone && <List.Item>{words.months(deducted - returned, availableBefore, availableAfter)}</List.Item>}
        {isCounted && returned > 0 && <List.Item>{words.returned(deducted, returned)}</List.Item>}
        {kind === 'monthly' && <List.Item>{words.monthly}</List.Item>}
        {ends.length === 1 && <List.Item>{words.until(day(ends[0]!))}</List.Item>}
        {ends.length > 1 && <List.Item>{words.between(day(ends[0]!), day(ends.at(-1)!))}</List.Item>}
        {isCounted && deducted > 0 && <List.Item>{words.wholeMonth(daysLeftOfThisMonth, contract && day(contract.endsOn))}</List.Item>}
        {documentChargesAtMost.cents > 0 && (
          <List.Item>{words.charges(documentChargesAtMost.documents, solesOfCents(documentChargesAtMost.cents))}</List.Item>
        )}
        {kept > 0 && <List.Item>{toldKept(kept)}</List.Item>}
        {untouchedIn(documents, words, language).map((why) => (
          <List.Item key={why}>{why}</List.Item>
        ))}
      </List>
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
