import type { ReactNode } from 'react';
import { Link } from '#kit/link.tsx';

interface Props {
  search: Record<string, string>;
  children: ReactNode;
  className?: string;
}

/** A number with a link to the profiles that it counts. */
export function PortfolioLink({ search, children, className = '' }: Props) {
  return (
    <Link to="/portafolio" search={search as never} className={className}>
      {children}
    </Link>
  );
}
