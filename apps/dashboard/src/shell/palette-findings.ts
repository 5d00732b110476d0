import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding, IconSearch, IconUser, type Icon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { documentKey } from '@vigia/contracts';
import { useAnswer } from '#gateway/queries.ts';
import type { Refusal } from '#gateway/refusal.ts';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { en } from './palette-words.en.ts';
import { es } from './palette-words.es.ts';

export interface Choice {
  key: string;
  icon: Icon;
  label: string;
  more?: string;
  choose: () => void;
}

export interface Findings {
  found: Choice[];
  /** A link to the list of everything that contains the typed text. */
  all: Choice[];
  isSearching: boolean;
  /** Why there are no findings yet, or none at all. */
  failure: Refusal | null;
}

const waitMs = 200;
const most = '6';

/** Stored objects with the typed number or name: profiles for users of a corporation, corporations for an operator. */
export function useFindings(text: string): Findings {
  const words = useWords({ es, en });
  const { corporation } = useSession();
  const navigate = useNavigate();
  const [q] = useDebouncedValue(text, waitMs);
  const isAsked = text !== '';
  const enabled = isAsked && q !== '';
  const profiles = useAnswer(
    'GET /panel/v1/portfolio',
    { query: { q, limit: most, standing: 'loading,active,expired,ended,failed' } },
    { enabled: enabled && corporation !== null },
  );
  const corporations = useAnswer(
    'GET /panel/v1/operator/corporations',
    { query: { q, limit: most } },
    { enabled: enabled && corporation === null },
  );
  const found = corporation
    ? (profiles.data?.entries ?? []).map(({ docType, taxId, name }) => ({
        key: documentKey({ docType, taxId }),
        icon: docType === 'RUC' ? IconBuilding : IconUser,
        label: name ?? `${docType} ${taxId}`,
        more: `${docType} ${taxId}`,
        choose: () => void navigate({ to: '/perfiles/$docType/$taxId', params: { docType, taxId } }),
      }))
    : (corporations.data?.corporations ?? []).map(({ corporationId, name }) => ({
        key: corporationId,
        icon: IconBuilding,
        label: name,
        more: words.corporation,
        choose: () => void navigate({ to: '/operador/corporaciones/$corporationId', params: { corporationId } }),
      }));
  const everything = {
    key: 'all',
    icon: IconSearch,
    label: corporation ? words.searchAll(text) : words.searchCorporations(text),
    choose: () => void navigate({ to: corporation ? '/portafolio' : '/operador/corporaciones', search: { q: text } }),
  };
  const { data, isPending, failureReason } = corporation ? profiles : corporations;
  return {
    found: isAsked && q === text ? found : [],
    all: isAsked ? [everything] : [],
    isSearching: isAsked && (q !== text || isPending),
    failure: isAsked && q === text && data === undefined ? failureReason : null,
  };
}
