import type { SummaryV2 } from '@vigia/contracts';
import { IconFileUnknown, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { LinkButton } from '#kit/link.tsx';
import { Empty } from '#kit/states.tsx';
import { useLanguage } from '#language/language.tsx';
import { sourceName } from '#language/sources.ts';
import { useCan } from '#session/session.ts';
import type { ProfileAsked } from './basis/basis.tsx';
import { useProfileWords } from './use-profile-words.ts';

/** In place of all sections: what a source does not have registered about somebody nobody knows would look like a clean record. */
export function FailedProfile({ asked, summary }: { asked: ProfileAsked; summary: SummaryV2 }) {
  const { failed: words } = useProfileWords();
  const { language } = useLanguage();
  const mayLoad = useCan('load') && asked.fecha === undefined;
  const failed = summary.subhelpers_fallidos;
  const isUnknown = summary.identificacion.statusCode === 'SH50' && failed.length > 0 && !failed.includes('identificacion');
  const names = failed.map((name) => sourceName(name, language)).join(', ');
  return (
    <Empty
      icon={isUnknown ? IconFileUnknown : IconPlugConnectedX}
      title={isUnknown ? words.unknown : words.title}
      action={
        mayLoad && (
          <LinkButton to="/cargas" variant="default" leftSection={<IconRefresh size={16} aria-hidden />}>
            {words.again}
          </LinkButton>
        )
      }
    >
      {isUnknown ? words.unknownMore : words.more}
      {!isUnknown && names && ` ${words.sources}: ${names}.`}
    </Empty>
  );
}
