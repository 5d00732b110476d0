import { IconBan, IconCheck } from '@tabler/icons-react';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function CorporationStatus({ status }: { status: 'active' | 'suspended' }) {
  const words = useWords({ es, en });
  return status === 'active' ? (
    <StatusBadge tone="good" icon={IconCheck}>
      {words.statuses.active}
    </StatusBadge>
  ) : (
    <StatusBadge tone="bad" icon={IconBan}>
      {words.statuses.suspended}
    </StatusBadge>
  );
}
