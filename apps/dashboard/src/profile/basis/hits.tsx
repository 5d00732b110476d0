import { Anchor, Group, Text, Title } from '@mantine/core';
import type { ScreeningBasis, ScreeningHit } from '@vigia/contracts';
import { IconId, IconLetterCase } from '@tabler/icons-react';
import { StatusBadge } from '#kit/status-badge.tsx';
import { instant } from '#language/instant.ts';
import { useLanguage } from '#language/language.tsx';
import { meaningOfHit } from '#language/list-meanings.ts';
import { percent } from '#language/money.ts';
import { datasetName, editionOf } from '#language/published.ts';
import styles from '#profile/profile.module.css';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { FittingWords } from './fitting-words.tsx';
import { groundText } from './ground-text.ts';

/** Every hit with what is needed to judge it: who is on which list, how the hit was found, and word by word how far the names agree. */
export function Hits({ of: { hits, lists } }: { of: ScreeningBasis }) {
  return hits.map((hit, place) => (
    <Hit
      key={`${hit.list} ${hit.entityId} ${hit.subject} ${hit.askedName} ${place}`}
      hit={hit}
      version={lists.find(({ list }) => list === hit.list)?.version}
    />
  ));
}

function Hit({ hit, version }: { hit: ScreeningHit; version: string | undefined }) {
  const { basis: words } = useProfileWords();
  const { language } = useLanguage();
  const { document } = hit;
  return (
    <article className={styles.hit} aria-label={hit.listedName}>
      <div>
        <Title order={3} size="sm">
          {hit.listedName}
        </Title>
        <Text size="sm">
          {meaningOfHit(hit, language)} · {datasetName(hit.list, language)}
          {version && ` (${words.version(editionOf(version))})`}
        </Text>
        <Text size="xs" c="dimmed">
          {words.entity(hit.entityId)}
          {document && ` · ${document.kind} ${document.number}`}
          {hit.link !== null && /^https?:/.test(hit.link) && (
            <>
              {' · '}
              <Anchor href={hit.link} target="_blank" rel="noopener noreferrer" inherit td="underline">
                {words.openEntry}
              </Anchor>
            </>
          )}
        </Text>
        <Group gap={6} mt={8}>
          <StatusBadge tone={document ? 'bad' : 'watch'} icon={document ? IconId : IconLetterCase}>
            {document ? words.byDocument : hasBirth(hit) ? words.byFacts : words.byName}
          </StatusBadge>
          {hit.isBinding && <StatusBadge tone="bad">{words.binding}</StatusBadge>}
          <StatusBadge tone="quiet">{words.similarity(percent(hit.similarity * 100))}</StatusBadge>
          {hit.evidence && <StatusBadge tone="quiet">{words.evidence(percent(hit.evidence.strength * 100))}</StatusBadge>}
        </Group>
        <Facts of={hit} />
      </div>
      <div>
        <Text size="xs" c="dimmed">
          {words.subjects[hit.subject]}
        </Text>
        <Text size="sm" fw={500} mb={8}>
          {hit.askedName}
        </Text>
        {hit.words ? <FittingWords words={hit.words} /> : <Text size="sm">{words.noWords}</Text>}
      </div>
    </article>
  );
}

function hasBirth({ evidence }: ScreeningHit): boolean {
  return evidence?.grounds.some(({ fact, speaks }) => fact === 'birth' && speaks === 'for') === true;
}

/** Evidence other than the name, for and against, and the verdict. */
function Facts({ of: { evidence, verdict } }: { of: ScreeningHit }) {
  const { basis: words } = useProfileWords();
  const { language } = useLanguage();
  return (
    <>
      {evidence?.grounds.map((ground) => (
        <Text key={`${ground.fact} ${ground.speaks}`} size="xs" mt={4}>
          {groundText(ground, words, language)}
        </Text>
      ))}
      {verdict && (
        <Text size="xs" mt={6}>
          <strong>{words.verdicts[verdict.verdict]}</strong> ·{' '}
          {words.decided(verdict.decidedBy, instant(verdict.decidedAt), verdict.reason)}
        </Text>
      )}
    </>
  );
}
