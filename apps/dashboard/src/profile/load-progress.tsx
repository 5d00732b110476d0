import { Alert, Group, Paper, Progress, Text } from '@mantine/core';
import { sections, type SummaryV2 } from '@vigia/contracts';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useLanguage } from '#language/language.tsx';
import { sourceName } from '#language/sources.ts';
import { useProfileWords } from './use-profile-words.ts';

/** The progress of a load, and afterwards what could not be loaded. */
export function LoadProgress({ summary }: { summary: SummaryV2 }) {
  return summary.estado === 'loading' ? <Loading summary={summary} /> : <FailedSources names={summary.subhelpers_fallidos} />;
}

function Loading({ summary }: { summary: SummaryV2 }) {
  const words = useProfileWords();
  const done = sections.filter((section) => summary[section].statusCode !== 'SH20').length;
  // Sections keep their data while they are refreshed, so their number would not tell how far an update is.
  const isCounted = !summary.activo && done < sections.length;
  const text = isCounted ? words.loading(done, sections.length) : words.asking;
  return (
    <Paper p="md" bg="var(--info-paper)" role="status">
      <Group justify="space-between" mb={8}>
        <Text size="sm" fw={600}>
          {text}
        </Text>
        <Text size="xs" c="var(--info-ink)">
          {words.loadingTime}
        </Text>
      </Group>
      {isCounted ? (
        <Progress value={(100 * done) / sections.length} size="sm" aria-label={text} />
      ) : (
        <Progress.Root size="sm" aria-hidden>
          <Progress.Section value={100} withAria={false} striped animated />
        </Progress.Root>
      )}
    </Paper>
  );
}

function FailedSources({ names }: { names: string[] }) {
  const words = useProfileWords();
  const { language } = useLanguage();
  return (
    <Alert
      color="bad"
      variant="light"
      icon={<IconPlugConnectedX aria-hidden />}
      title={words.failedSources(names.map((name) => sourceName(name, language)).join(', '))}
    >
      {words.failedMeans}
    </Alert>
  );
}
