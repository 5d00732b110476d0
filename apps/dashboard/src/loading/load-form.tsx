import {
  Alert,
  Button,
  FileButton,
  Group,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  Progress as Bar,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { docTypes } from '@vigia/contracts';
import { useMemo, useRef } from 'react';
import { refusalWords } from '#gateway/refusal-words.ts';
import { waitOf } from '#gateway/repeating.ts';
import { ActButton } from '#kit/act-button.tsx';
import { CountedDown, useCountdown } from '#kit/countdown.tsx';
import { useFilters } from '#kit/filters.ts';
import { Refused } from '#kit/refused.tsx';
import { useWords, useLanguage } from '#language/language.tsx';
import { CostSummary } from '#monitoring/cost-summary.tsx';
import { Months } from '#monitoring/months.tsx';
import { canBegin, saidBeside, useCost } from '#monitoring/preview.ts';
import { AskedDocument } from './asked-document.tsx';
import { FaultyLines } from './faulty-lines.tsx';
import { useSending, type Progress } from './sending.tsx';
import { batchesOf, longestList, readList, textOf } from './typed-list.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** One document or many, typed, pasted or from a file. Lines that cannot be loaded are shown before anything is sent. */
export function LoadForm() {
  const words = useWords({ es, en });
  const sending = useSending();
  const { filters, change } = useFilters();
  const { docType, isMonitoring, months, text } = sending.draft;
  const forgetFile = useRef<() => void>(null);
  const [settled] = useDebouncedValue(text, 150);
  const list = useMemo(() => readList(docType, settled), [docType, settled]);
  const isTooLong = list.taxIds.length > longestList;
  const bodies = batchesOf(isTooLong ? [] : list.taxIds).map((taxIds) => ({
    docType,
    taxIds,
    isMonitoring,
    ...(isMonitoring && months !== undefined && { months }),
  }));
  const cost = useCost('POST /panel/v1/loads/preview', bodies);

  // The form is no longer what the address asks for.
  const leaveAddress = () => {
    if (filters.documento) change({ documento: undefined });
  };
  const write = (changes: Parameters<typeof sending.write>[0]) => {
    leaveAddress();
    sending.write(changes);
  };
  const writeText = (written: string) => {
    write({ text: written });
    if (sending.error) sending.forget();
  };
  // A browser does not report a file that was already chosen, even if its content has changed.
  const read = async (file: File | null) => {
    if (file) writeText(await textOf(file));
    forgetFile.current?.();
  };
  const count = list.taxIds.length;
  return (
    <Paper p="lg">
      <AskedDocument />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack>
          <Choice
            label={words.docType}
            value={docType}
            disabled={sending.isPending}
            onChange={(kind) => write({ docType: kind })}
            data={docTypes.map((kind) => ({ value: kind, label: kind }))}
          />
          <Textarea
            label={words.documentsLabel}
            description={words.documentsHint}
            placeholder={words.placeholder[docType]}
            rows={10}
            resize="vertical"
            value={text}
            disabled={sending.isPending}
            onChange={({ currentTarget }) => writeText(currentTarget.value)}
            spellCheck={false}
            styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
          />
          <Group justify="space-between">
            <FileButton
              disabled={sending.isPending}
              accept=".csv,.txt,text/csv,text/plain"
              resetRef={forgetFile}
              onChange={(file) => void read(file)}
            >
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconFileTypeCsv size={17} aria-hidden />}>
                  {words.fromFile}
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="dimmed" role="status">
              {settled.trim() !== '' && words.ready(count, list.faulty.length)}
            </Text>
          </Group>
          <FaultyLines docType={docType} faulty={list.faulty} />
        </Stack>
        <Stack>
          <Choice
            label={words.mode}
            value={isMonitoring ? 'monitoring' : 'query'}
            disabled={sending.isPending}
            onChange={(mode) => sending.write({ isMonitoring: mode === 'monitoring' })}
            data={[
              { value: 'monitoring', label: words.monitoring },
              { value: 'query', label: words.query },
            ]}
          />
          <Text size="sm" c="dimmed">
            {isMonitoring ? words.monitoringWhat : words.queryWhat}
          </Text>
          {isMonitoring && (
            <Months
              value={months}
              disabled={sending.isPending}
              onChange={(chosen) => sending.write({ months: chosen })}
              open={words.asManyAsFit}
            />
          )}
          {isTooLong && (
            <Alert color="bad" role="alert">
              {words.tooLong(longestList)}
            </Alert>
          )}
          {bodies.length > 0 && <CostSummary cost={cost} />}
          {count === 0 && <Text size="sm">{words.costLater}</Text>}
          <Refused error={saidBeside(cost, sending.error)} />
          {(sending.isPending || (sending.error && sending.progress.sent > 0)) && <SendingProgress {...sending.progress} />}
          <ActButton
            size="md"
            onClick={() => {
              leaveAddress();
              sending.send(bodies);
            }}
            loading={sending.isPending}
            disabled={bodies.length === 0 || settled !== text || !canBegin(cost)}
          >
            {words.load(count)}
          </ActButton>
          {bodies.length > 1 && (
            <Text size="sm" c="dimmed">
              {words.batches(bodies.length)}
            </Text>
          )}
        </Stack>
      </SimpleGrid>
    </Paper>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  disabled: boolean;
  onChange: (value: V) => void;
  data: { value: V; label: string }[];
}

function Choice<V extends string>({ label, value, disabled, onChange, data }: ChoiceProps<V>) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <SegmentedControl aria-label={label} value={value} disabled={disabled} onChange={(one) => onChange(one as V)} data={data} />
    </Stack>
  );
}

/** How many requests have been accepted, and why and how long the next one waits. */
function SendingProgress({ sent, of, waitsFor }: Progress) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const left = useCountdown(waitsFor && waitOf(waitsFor), waitsFor);
  return (
    <Stack gap={4} role="status">
      <Text size="sm">
        {words.sending(sent, of)} {waitsFor && refusalWords(waitsFor, language)}{' '}
        {left > 0 && <CountedDown>{words.sendingWaits(left)}</CountedDown>}
      </Text>
      <Bar value={(100 * sent) / Math.max(of, 1)} aria-label={words.sending(sent, of)} />
    </Stack>
  );
}
