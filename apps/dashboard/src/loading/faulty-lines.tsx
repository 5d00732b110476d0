import { Alert, List, ScrollArea, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { DocType } from '@vigia/contracts';
import { useWords } from '#language/language.tsx';
import type { TypedList } from './typed-list.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** As many as somebody corrects by hand. A long list of another kind of document has a fault in every line. */
const mostShown = 100;

/** The lines that are not sent, each with its reason. */
export function FaultyLines({ docType, faulty }: { docType: DocType; faulty: TypedList['faulty'] }) {
  const words = useWords({ es, en });
  if (faulty.length === 0) return null;
  const title = words.notSent(faulty.length);
  return (
    <Alert color="watch" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title}>
      <ScrollArea.Autosize mah={200} type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}>
        <List listStyleType="none" size="sm" spacing={4}>
          {faulty.slice(0, mostShown).map(({ line, text, fault }) => (
            <List.Item key={line}>
              <Text size="sm" c="inherit" span style={{ overflowWrap: 'anywhere' }}>
                {words.lineAt(line)}: <b>{text}</b>. {words.fault(fault, docType)}.
              </Text>
            </List.Item>
          ))}
          {faulty.length > mostShown && <List.Item>{words.moreNotSent(faulty.length - mostShown)}</List.Item>}
        </List>
      </ScrollArea.Autosize>
    </Alert>
  );
}
