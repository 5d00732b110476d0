import { createContext, type ReactNode, useContext } from 'react';
import type { DocType, SectionBasis, SummaryV2 } from '@vigia/contracts';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAnswer } from '#gateway/queries.ts';
import { Answered } from '#kit/states.tsx';
import { PrintedHead } from '#profile/printed-head.tsx';

export const basisKey = 'GET /panel/v1/profiles/:docType/:taxId/basis';
export type Basis = Pick<AnswerTo<typeof basisKey>, 'sections' | 'latest'>;

export interface ProfileAsked {
  docType: DocType;
  taxId: string;
  /** As at the end of that day, and not as it is. */
  fecha?: string | undefined;
}

const lookAgainMs = 2_000;

/** What the sections below it rest on, once that is known. */
export const BasisGiven = createContext<{ docType: DocType; basis: Basis | undefined } | undefined>(undefined);

/** Asked beside the summary, which does not wait for it. While something loads it is asked again like the summary. */
export function WithBasis({ asked, summary, children }: { asked: ProfileAsked; summary: SummaryV2; children: ReactNode }) {
  const { docType, taxId, fecha } = asked;
  const isComing = ({ sections }: Basis) => sections.some(({ statusCode }) => statusCode === 'SH20');
  const query = useAnswer(
    basisKey,
    { params: { docType, taxId }, query: { fecha } },
    {
      refetchInterval: ({ state }) =>
        fecha === undefined && (summary.estado === 'loading' || (state.data && isComing(state.data))) ? lookAgainMs : false,
    },
  );
  return (
    <BasisGiven value={{ docType, basis: query.data }}>
      <Answered query={query} waiting={null}>
        {(told) => <PrintedHead told={told} />}
      </Answered>
      {children}
    </BasisGiven>
  );
}

export function useBasis(): { docType: DocType; basis: Basis | undefined } | undefined {
  return useContext(BasisGiven);
}

export function useBasisOf(section: SectionBasis['section']): SectionBasis | undefined {
  return useBasis()?.basis?.sections.find((one) => one.section === section);
}
