import { Alert, Button, Stack, Text } from '@mantine/core';
import { documentKey } from '@vigia/contracts';
import { useLayoutEffect } from 'react';
import { useFilters } from '#kit/filters.ts';
import { passesFocusOn } from '#kit/page-header.tsx';
import { useWords } from '#language/language.tsx';
import { documentIn, lineOf, type List, withDocument } from './asked-document.ts';
import { useSending } from './sending.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Adds the document that the address asks for to the form, or says why it is not there. */
export function AskedDocument() {
  const words = useWords({ es, en });
  const { filters } = useFilters();
  const { draft, isPending, error, write, forget } = useSending();
  const asked = documentIn(filters.documento);
  const put = (list: List) => {
    write(list);
    if (error) forget();
  };
  useLayoutEffect(() => {
    const list = asked && !isPending && withDocument(draft, asked);
    if (list) put(list);
    // Not again when the draft changes.
  }, [filters.documento]);
  if (!asked || draft.text.trim() === '' || withDocument(draft, asked) === draft) return null;
  return (
    <Alert color="info" variant="light" mb="lg" title={words.notAdded(documentKey(asked))}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="inherit">
          {words.notAddedWhy(draft.docType)}
        </Text>
        {!isPending && (
          <Button ref={passesFocusOn} size="sm" variant="default" onClick={() => put({ docType: asked.docType, text: lineOf(asked) })}>
            {words.replaceBy(documentKey(asked))}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
