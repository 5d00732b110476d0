import { ActionBar, Button, Text, Tooltip } from '@mantine/core';
import { IconDownload, IconEye, IconRefresh } from '@tabler/icons-react';
import { type DocType, documentKey } from '@vigia/contracts';
import { useState } from 'react';
import { addressOf } from '#gateway/call.ts';
import { CopyButton } from '#kit/copy.tsx';
import { lazyPart } from '#kit/lazy-part.tsx';
import { passesFocusOn } from '#kit/page-header.tsx';
import { useWords } from '#language/language.tsx';
import { useCan } from '#session/session.ts';
import styles from './portfolio.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const Force = lazyPart(() => import('#monitoring/force.tsx'), 'Force');
const Activate = lazyPart(() => import('#monitoring/activate.tsx'), 'Activate');

/** For one act and for one file. */
const most = 100;

interface Props {
  selected: ReadonlySet<string>;
  onClear: () => void;
  onDeselect: (keys: string[]) => void;
}

/** Actions on the selected profiles, on this page and on others. */
export function SelectionBar({ selected, onClear, onDeselect }: Props) {
  const words = useWords({ es, en });
  const [opened, setOpened] = useState<'force' | 'activate'>();
  const mayForce = useCan('force');
  const mayActivate = useCan('activate');
  const documents = [...selected].map((key) => {
    const [docType, taxId] = key.split(' ') as [DocType, string];
    return { docType, taxId };
  });
  const taxIds = documents.map(({ taxId }) => taxId);
  const close = () => setOpened(undefined);
  const all = 'loading,active,expired,ended,failed';
  const file = addressOf('GET /panel/v1/portfolio.csv', { query: { taxIds: taxIds.slice(0, most).join(','), standing: all } });
  return (
    <>
      {selected.size > 0 && <div className={`${styles.room!} not-printed`} />}
      <ActionBar
        ref={passesFocusOn}
        role="region"
        className={`${styles.selection!} not-printed`}
        opened={selected.size > 0}
        onClose={onClear}
        aria-label={words.selected(selected.size)}
      >
        <Text size="sm" fw={600} role="status">
          {words.selected(selected.size)}
        </Text>
        <ActionBar.Divider className={styles.divider!} />
        {mayForce && (
          <Button size="xs" leftSection={<IconRefresh size={15} aria-hidden />} onClick={() => setOpened('force')}>
            {words.force}
          </Button>
        )}
        {mayActivate && (
          <Button size="xs" variant="default" leftSection={<IconEye size={15} aria-hidden />} onClick={() => setOpened('activate')}>
            {words.activate}
          </Button>
        )}
        {mayForce && (
          <Tooltip label={words.exportMost(most)} disabled={selected.size <= most}>
            <Button component="a" href={file} download size="xs" variant="default" leftSection={<IconDownload size={15} aria-hidden />}>
              {words.exportSelected}
            </Button>
          </Tooltip>
        )}
        <CopyButton size="xs" text={taxIds.join('\n')} label={words.copyDocuments} />
        <ActionBar.CloseButton aria-label={words.clearSelection} />
      </ActionBar>
      {/* The next act takes the rest of a long selection. */}
      {opened === 'force' && (
        <Force
          taxIds={taxIds}
          onClose={close}
          onPartForced={(forced) => onDeselect(documents.filter(({ taxId }) => forced.includes(taxId)).map(documentKey))}
        />
      )}
      {opened === 'activate' && (
        <Activate documents={documents} onClose={close} onActivated={(done) => onDeselect(done.map(documentKey))} />
      )}
    </>
  );
}
