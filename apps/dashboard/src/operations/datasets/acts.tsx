import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconDatabaseOff,
  IconDots,
  IconDownload,
  IconFileZip,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { isOfSanctions } from '@vigia/contracts';
import { useState } from 'react';
import { useWords } from '#language/language.tsx';
import { type Act, AskedAct } from './asked-act.tsx';
import { type Dataset, hasParts, isAskedByFile, isUnderWay } from './dataset-state.ts';
import { Inquiry } from './inquiry.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function DatasetActs({ dataset }: { dataset: Dataset }) {
  const words = useWords({ es, en });
  const [asked, ask] = useState<Act | 'inquiry'>();
  const { title, kind, current, latest, pause, address, licenceMissing } = dataset;
  const canStart = address !== null && !licenceMissing && !(latest && isUnderWay(latest));
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label={words.actionsOf(title)}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} disabled={!canStart} onClick={() => ask('start')}>
            {words.start}
          </Menu.Item>
          {isAskedByFile(dataset) && (
            <Menu.Item leftSection={<IconFileZip size={16} aria-hidden />} onClick={() => ask('inquiry')}>
              {words.inquiry}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={!current || current.previous === null || hasParts(dataset)}
            onClick={() => ask('rollback')}
          >
            {words.rollback}
            {hasParts(dataset) && <Text size="xs">{words.rollbackByPart}</Text>}
          </Menu.Item>
          {pause ? (
            <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => ask('resume')}>
              {words.resume}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => ask('pause')}>
              {words.pause}
            </Menu.Item>
          )}
          {isOfSanctions(kind) && (
            <Menu.Item leftSection={<IconDatabaseOff size={16} aria-hidden />} disabled={!current} onClick={() => ask('retire')}>
              {words.retire}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked === 'inquiry' && <Inquiry dataset={dataset} onClose={() => ask(undefined)} />}
      {asked && asked !== 'inquiry' && <AskedAct act={asked} dataset={dataset} onClose={() => ask(undefined)} />}
    </>
  );
}
