import type { ReactNode } from 'react';
import { PageHeader } from '#kit/page-header.tsx';
import { NoPermission } from '#kit/states.tsx';
import { useSession } from './session.ts';

interface Props {
  act: ReturnType<typeof useSession>['can'][number];
  title: string;
  /** Who may instead. */
  refusal: string;
  children: ReactNode;
}

/** A screen for those who can do something; to others it says why it is closed. */
export function OnlyWhoCan({ act, title, refusal, children }: Props) {
  if (useSession().can.includes(act)) return children;
  return (
    <>
      <PageHeader title={title} />
      <NoPermission>{refusal}</NoPermission>
    </>
  );
}
