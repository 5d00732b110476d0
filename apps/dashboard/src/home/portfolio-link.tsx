import type { RegisteredRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Link } from '#kit/link.tsx';

interface Props {
  search: RegisteredRouter['routesByPath']['/portafolio']['types']['searchSchema'];
  children: ReactNode;
  className?: string;
}

/** A number with a link to the profiles that it counts. */
export function PortfolioLink({ search, children, className = '' }: Props) {
  return (
    <Link to="/portafolio" search={search} className={className}>
      {children}
    </Link>
  );
}
