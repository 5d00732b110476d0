import { createContext, type ReactNode, useContext } from 'react';
import type { DocType, SectionBasis, SummaryV2 } from '@vigia/contracts';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAnswer } from '#gateway/queries.ts';
import { Answered } from '#kit/states.tsx';
import { PrintedHead } from '#profile/printed-head.tsx';

export const basisKey = 'GET /panel/v1/profiles/:docType/:taxId/basis';
type Told = AnswerTo<typeof basisKey>;
/** A gateway of the release before does not say which sources were paused. */
export type Basis = Pick<Told, 'sections' | 'latest'> & Partial<Pick<Told, 'paused'>>;

export interface ProfileAsked {
  docType: DocType;
  taxId: string;
  /** At the end of that day instead of now. */
  fecha?: string | undefined;
}

const lookAgainMs = 2_000;

/** The basis of the sections below, once it is known. */
export const BasisGiven = createContext<{ docType: DocType; basis: Basis | undefined } | undefined>(undefined);

/** Requested in parallel to the summary, which does not wait for it. While something loads it is requested again, like the summary. */
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
