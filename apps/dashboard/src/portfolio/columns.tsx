import { Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { documentKey, type PortfolioEntry } from '@vigia/contracts';
import type { Column } from '#kit/data-list.tsx';
import { Link } from '#kit/link.tsx';
import { useWords } from '#language/language.tsx';
import { AccessFact, AlertFact, ChangedFact, ComplianceFact, DebtFact, LightFact } from './facts.tsx';
import styles from './portfolio.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Sorting {
  order: string;
  onSort: (order: string) => void;
}

/** The heading of a column by which the list can be sorted; a second click reverses the order. */
function Heading({ sort, usual, label, order, onSort }: Sorting & { sort: string; usual: string; label: string }) {
  const words = useWords({ es, en });
  const isDown = order === `-${sort}`;
  const isSorted = isDown || order === sort;
  const Symbol = isDown ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton
      fz="inherit"
      fw="inherit"
      onClick={() => onSort(isSorted ? (isDown ? sort : `-${sort}`) : usual)}
      aria-label={isSorted ? `${label}, ${isDown ? words.descending : words.ascending}` : label}
    >
      {label} {isSorted && <Symbol size={14} aria-hidden style={{ verticalAlign: '-2px' }} />}
    </UnstyledButton>
  );
}

export function Profile({ entry }: { entry: PortfolioEntry }) {
  const words = useWords({ es, en });
  const { docType, taxId, name, standing, taxpayer, concursal } = entry;
  const trouble = [
    taxpayer.state !== 'ACTIVO' && taxpayer.state,
    taxpayer.condition !== 'HABIDO' && taxpayer.condition,
    concursal && words.concursal,
  ];
  return (
    <div>
      <Link to="/perfiles/$docType/$taxId" params={{ docType, taxId }} className={styles.name!} data-profile={documentKey(entry)}>
        {name ?? (standing === 'loading' ? words.loadingName : standing === 'ended' ? words.standings.ended : words.nameless)}
      </Link>
      <Text size="xs" c="dimmed" className={styles.document!}>
        {docType} {taxId}
      </Text>
      {trouble.some(Boolean) && (
        <Text size="xs" className={styles.warning!}>
          {trouble.filter(Boolean).join(' · ')}
        </Text>
      )}
    </div>
  );
}

export function useColumns({ order, onSort }: Sorting): [Column<PortfolioEntry>, ...Column<PortfolioEntry>[]] {
  const words = useWords({ es, en });
  const heading = (sort: string, usual: string, label: string) => <Heading {...{ sort, usual, label, order, onSort }} />;
  return [
    // A long word of a name fits.
    { key: 'profile', label: heading('name', 'name', words.profile), leastWidth: 200, render: (entry) => <Profile entry={entry} /> },
    { key: 'alert', label: heading('alert', '-alert', words.alert), width: 148, render: (entry) => <AlertFact {...entry} /> },
    {
      key: 'compliance',
      label: heading('compliance', '-compliance', words.compliance),
      width: 108,
      render: (entry) => <ComplianceFact {...entry} />,
    },
    { key: 'light', label: heading('light', '-light', words.light), width: 116, render: (entry) => <LightFact {...entry} /> },
    {
      key: 'debt',
      label: heading('exposure', '-exposure', words.debt),
      width: 104,
      align: 'right',
      render: (entry) => <DebtFact {...entry} />,
    },
    { key: 'access', label: heading('expires', 'expires', words.access), width: 142, render: (entry) => <AccessFact {...entry} /> },
    { key: 'changed', label: heading('changed', '-changed', words.changed), width: 142, render: (entry) => <ChangedFact {...entry} /> },
  ];
}
