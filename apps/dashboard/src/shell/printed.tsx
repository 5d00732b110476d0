import { Text } from '@mantine/core';
import { useState } from 'react';
import { usePrinting } from '#kit/printing.ts';
import { instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The first line on paper: when it was printed, and for whom. */
export function Printed() {
  const words = useWords({ es, en });
  const { corporation } = useSession();
  const [at, setAt] = useState(Date.now);
  // A page may have been open for hours.
  usePrinting(() => setAt(Date.now()));
  return (
    <Text size="xs" mb="xs" className="only-printed" style={{ overflowWrap: 'anywhere' }}>
      {[words.printed(instant(at)), corporation?.name].filter(Boolean).join(' · ')}
    </Text>
  );
}
