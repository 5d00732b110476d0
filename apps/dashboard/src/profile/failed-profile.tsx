import { IconFileUnknown, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { documentKey, type SummaryV2 } from '@vigia/contracts';
import { useAnswer } from '#gateway/queries.ts';
import { LinkButton } from '#kit/link.tsx';
import { Empty } from '#kit/states.tsx';
import { canBeTyped } from '#language/document.ts';
import { useLanguage } from '#language/language.tsx';
import { sourceName } from '#language/sources.ts';
import { useCan } from '#session/session.ts';
import type { ProfileAsked } from './basis/basis.tsx';
import { useProfileWords } from './use-profile-words.ts';

/** In place of all sections: if nobody knows the taxpayer, "nothing registered" would look like a clean record. */
export function FailedProfile({ asked, summary }: { asked: ProfileAsked; summary: SummaryV2 }) {
  const { failed: words, onlyByApi } = useProfileWords();
  const { language } = useLanguage();
  const mayLoad = useCan('load');
  const { docType, taxId, fecha } = asked;
  // What the page read while the load ran does not tell yet.
  const { data: facts } = useAnswer('GET /panel/v1/profiles/:docType/:taxId', { params: { docType, taxId } }, { staleTime: 0 });
  const isTyped = canBeTyped(taxId);
  const isUnknown = facts?.unregistered && fecha === undefined;
  const names = summary.subhelpers_fallidos.map((name) => sourceName(name, language)).join(', ');
  return (
    <Empty
      icon={isUnknown ? IconFileUnknown : IconPlugConnectedX}
      title={isUnknown ? words.unknown : words.title}
      action={
        mayLoad &&
        isTyped &&
        fecha === undefined && (
          <LinkButton
            to="/cargas"
            search={{ documento: documentKey(asked) }}
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
          >
            {words.again}
          </LinkButton>
        )
      }
    >
      {isUnknown ? words.unknownMore : words.more}
      {isTyped ? !isUnknown && ` ${words.later(mayLoad)}` : ` ${onlyByApi}`}
      {!isUnknown && names && ` ${words.sources}: ${names}.`}
    </Empty>
  );
}
