import { sections, type SummaryV2 } from '@vigia/contracts';
import { sectionNames } from '#language/sources.ts';
import { useLanguage } from '#language/language.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { codeLooks } from './contents.ts';
import styles from './profile.module.css';
import { useProfileWords } from './use-profile-words.ts';

/** How each of the ten sections stands, and the way to it. */
export function SectionStrip({ summary }: { summary: SummaryV2 }) {
  const words = useProfileWords();
  const { language } = useLanguage();
  return (
    <nav aria-label={words.strip}>
      <ul className={styles.strip}>
        {sections.map((section) => {
          const code = summary[section].statusCode;
          const { tone, icon } = codeLooks[code];
          const { word, means } = words.codes[code];
          return (
            <li key={section}>
              <a href={`#${section}`} className={styles.chip} title={means}>
                {sectionNames[language][section]}
                <StatusBadge tone={tone} icon={icon} size="sm">
                  {code === 'SH10' ? code : `${word} · ${code}`}
                </StatusBadge>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
