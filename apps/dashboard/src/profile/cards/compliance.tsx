import { Group, Text } from '@mantine/core';
import type { SectionContents, SummaryV2 } from '@vigia/contracts';
import { IconAlertTriangle, IconFlag, IconShieldCheck, type Icon } from '@tabler/icons-react';
import type { Tone } from '#theme/colours.ts';
import { useLanguage } from '#language/language.tsx';
import { meaningsOfLists } from '#language/list-meanings.ts';
import { useBasis, useBasisOf } from '#profile/basis/basis.tsx';
import { Hits } from '#profile/basis/hits.tsx';
import { SectionCard } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { foundWords } from './found-words.ts';
import { exposedWords, searchedLists } from './searched-lists.ts';

type Level = SectionContents['alerta_compliance']['nivel'];

const looks: Record<Level, { tone: Tone; icon: Icon }> = {
  'Alerta Alta': { tone: 'bad', icon: IconFlag },
  'Alerta Media': { tone: 'watch', icon: IconAlertTriangle },
  'Alerta Baja': { tone: 'good', icon: IconShieldCheck },
};

export function Compliance({ summary }: { summary: SummaryV2 }) {
  const { compliance } = useProfileWords().cards;
  const { language } = useLanguage();
  const basis = useBasis()?.basis;
  const screening = useBasisOf('alerta_compliance')?.screening;
  const lists = basis && screening ? searchedLists(basis, screening) : [];
  const meanings = meaningsOfLists(lists, language);
  const subtitle = meanings ? compliance.listsOf(meanings) : compliance.lists;
  return (
    <SectionCard summary={summary} section="alerta_compliance" title={compliance.title} subtitle={subtitle} isAnchor>
      {({ nivel }) => {
        const { tone, icon: Symbol } = looks[nivel];
        return (
          <>
            <Group gap="6px 16px" mb="sm">
              <Group gap={8} wrap="nowrap" c={`var(--${tone}-ink)`}>
                <Symbol size={22} aria-hidden />
                <Text fw={700} size="lg">
                  {compliance.levels[nivel]}
                </Text>
              </Group>
              <Searched level={nivel} lists={lists} />
            </Group>
            {screening && <Hits of={screening} />}
          </>
        );
      }}
    </SectionCard>
  );
}

/** The basis of the level. The lowest level also covers names that are only similar and hits that were dismissed, which are shown. */
function Searched({ level, lists }: { level: Level; lists: string[] }) {
  const { basis: words } = useProfileWords();
  const known = useBasisOf('alerta_compliance');
  if (!known) return <Text size="sm">{'\u00a0'}</Text>;
  const { statusCode, screening } = known;
  if (!screening) return <Text size="sm">{statusCode === 'SH20' ? words.notYet : words.notKept}</Text>;
  const { hits } = screening;
  return (
    <Text size="sm">
      {words.searched(lists.length)} {foundWords(level, hits, words)} {hits.length > 0 && words.noConclusion}{' '}
      {level !== 'Alerta Baja' && hits.some(({ verdict }) => verdict === null) && words.whoDecides} {exposedWords(lists, screening, words)}
    </Text>
  );
}
