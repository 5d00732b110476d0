import { Group } from '@mantine/core';
import { IconFlask, IconPlugConnectedX } from '@tabler/icons-react';
import type { SectionBasis } from '@vigia/contracts';
import type { ReactNode } from 'react';
import { useProfileWords } from '#profile/use-profile-words.ts';

type Marked = Pick<SectionBasis['sources'][number], 'simulated' | 'partial'>;

const looks = {
  failed: { Icon: IconPlugConnectedX, ink: 'var(--bad-ink)' },
  partial: { Icon: IconPlugConnectedX, ink: 'var(--watch-ink)' },
  simulated: { Icon: IconFlask, ink: 'var(--watch-ink)' },
};

/** What must be known of an answer before it is read: an icon and words, never colour alone. */
export function Mark({ of, children }: { of: keyof typeof looks; children: ReactNode }) {
  const { Icon, ink } = looks[of];
  return (
    <Group component="span" display="inline-flex" gap={4} c={ink} fz="xs">
      <Icon size={13} aria-hidden />
      {children}
    </Group>
  );
}

export function Marks({ simulated, partial }: Marked) {
  const { basis: words } = useProfileWords();
  return (
    <>
      {simulated && <Mark of="simulated">{words.simulated}</Mark>}
      {partial && <Mark of="partial">{words.partial}</Mark>}
    </>
  );
}
