import { Paper, Text, Title } from '@mantine/core';
import type { SectionBasis } from '@vigia/contracts';
import { instant } from '#language/instant.ts';
import { useLanguage } from '#language/language.tsx';
import { sectionNames, sourceName } from '#language/sources.ts';
import styles from '#profile/profile.module.css';
import { CodeBadge } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import type { ProfileRecord } from './acts.ts';

/** Since when each section says the same, and where from. */
export function SectionBases({ record }: { record: ProfileRecord }) {
  const { record: words, section, basis } = useProfileWords();
  const { language } = useLanguage();
  return (
    <Paper component="section" p="lg" aria-label={words.sections}>
      <Title order={2} mb="sm">
        {words.sections}
      </Title>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={words.sections}>
        <table className={`${styles.figures} ${styles.words}`}>
          <thead>
            <tr>
              <th scope="col">{section}</th>
              <th scope="col">{words.state}</th>
              <th scope="col">{basis.sources}</th>
              <th scope="col">{words.since}</th>
            </tr>
          </thead>
          <tbody>
            {record.evidence.sections.map((one) => (
              <tr key={one.section}>
                <th scope="row">{sectionNames[language][one.section]}</th>
                <td>
                  <CodeBadge code={one.statusCode} />
                </td>
                <td style={{ minWidth: '16rem' }}>
                  {one.sources.map((source) => (
                    <Text key={source.source} size="sm">
                      <SourceLine source={source} />
                    </Text>
                  ))}
                  {one.score && <Text size="sm">{basis.model(one.score.model)}</Text>}
                </td>
                <td style={{ whiteSpace: 'nowrap' }}>{one.validFrom === null ? words.notYet : instant(one.validFrom)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Paper>
  );
}

function SourceLine({ source: { source, version, observedAt, failed } }: { source: SectionBasis['sources'][number] }) {
  const { record: words, basis } = useProfileWords();
  const { language } = useLanguage();
  const facts = [version, observedAt && basis.observed(instant(observedAt)), failed ? words.failedInLast : null].filter(Boolean);
  return (
    <>
      {sourceName(source, language)}: {facts.length > 0 ? facts.join(' · ') : basis.nothing}
    </>
  );
}
