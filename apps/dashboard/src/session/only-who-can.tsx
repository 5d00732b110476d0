import type { ReactNode } from 'react';
import { PageHeader } from '#kit/page-header.tsx';
import { NoPermission } from '#kit/states.tsx';
import { useSession } from './session.ts';

interface Props {
  act: ReturnType<typeof useSession>['can'][number];
  title: string;
  /** The text about who may do it. */
  refusal: string;
  children: ReactNode;
}

/** A screen for users with an ability; others see why it is closed. */
export function OnlyWhoCan({ act, title, refusal, children }: Props) {
  if (useSession().can.includes(act)) return children;
  return (
    <>
      <PageHeader title={title} />
      <NoPermission>{refusal}</NoPermission>
    </>
  );
}
