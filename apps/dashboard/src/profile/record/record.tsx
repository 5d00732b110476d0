import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { addressOf } from '#gateway/call.ts';
import { useAnswer } from '#gateway/queries.ts';
import { Copy } from '#kit/copy.tsx';
import { Waiting } from '#kit/states.tsx';
import { exactInstant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { BasisGiven, basisKey, type ProfileAsked } from '#profile/basis/basis.tsx';
import { PastDay } from '#profile/actions.tsx';
import { Facts } from '#profile/facts.tsx';
import { FailedProfile } from '#profile/failed-profile.tsx';
import { OfDay } from '#profile/of-day.tsx';
import { PrintedHead } from '#profile/printed-head.tsx';
import type { ProfileRecord } from './acts.ts';
import { isOfPastDay } from './is-of-past-day.ts';
import { RecordedActs } from './recorded-acts.tsx';
import { SectionBases } from './section-bases.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const key = 'GET /panel/v1/profiles/:docType/:taxId/record';

/** What a case file needs: the evidence with its hash, its basis, and who asked for what. */
export function Record({ asked }: { asked: ProfileAsked }) {
  const { docType, taxId, fecha } = asked;
  const given = { params: { docType, taxId }, query: { fecha } };
  const query = useAnswer(key, given);
  // If a source still has nothing, the stored data has no trace of it: only its latest answer says so.
  const latest = useAnswer(basisKey, given).data?.latest;
  return (
    <Stack gap="md">
      {fecha !== undefined && <PastDay params={{ docType, taxId }} fecha={fecha} />}
      <OfDay query={query} fecha={fecha} waiting={<Waiting lines={10} />}>
        {(record) => (
          <>
            <PrintedHead told={record} />
            <Evidence record={record} address={addressOf(key, { ...given, query: { fecha, file: 'true' } })} />
            <RecordedActs record={record} />
            {record.evidence.summary.estado === 'failed' ? (
              <FailedProfile asked={asked} summary={record.evidence.summary} />
            ) : (
              <BasisGiven value={{ docType, basis: latest && { sections: record.evidence.sections, paused: record.paused, latest } }}>
                <SectionBases record={record} />
              </BasisGiven>
            )}
          </>
        )}
      </OfDay>
    </Stack>
  );
}

function Evidence({ record: { docType, taxId, at, sha256 }, address }: { record: ProfileRecord; address: string }) {
  const words = useWords({ es, en });
  return (
    <Paper component="section" p="lg" aria-label={words.evidence}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Title order={2}>{words.evidence}</Title>
          <Text size="xs" c="dimmed">
            {words.evidenceMore}
          </Text>
        </div>
        <Button
          component="a"
          href={address}
          download={`expediente-${docType}-${taxId}.json`}
          variant="default"
          className="not-printed"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.download}
        </Button>
      </Group>
      <Facts
        facts={[
          [words.at, exactInstant(at)],
          [
            words.hash,
            <Group key="hash" gap={6} wrap="nowrap">
              <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {sha256}
              </Text>
              <Copy text={sha256} what="SHA-256" />
            </Group>,
          ],
        ]}
      />
      <Text size="xs" c="dimmed" mt="sm">
        {words.hashed} {isOfPastDay(at) ? words.past : words.today}
      </Text>
    </Paper>
  );
}
