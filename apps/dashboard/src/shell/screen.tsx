import { Outlet, useChildMatches } from '@tanstack/react-router';
import { useWords } from '#language/language.tsx';
import { OnlyWhoCan } from '#session/only-who-can.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The screen of the address. Operators' screens are closed to everybody else: no menu leads there, but somebody may type the address. */
export function Screen() {
  const words = useWords({ es, en });
  const isOfOperators = useChildMatches({ select: ([screen]) => screen?.pathname.startsWith('/operador/') });
  if (!isOfOperators) return <Outlet />;
  return (
    <OnlyWhoCan act="operate" title={words.groups.operator} refusal={words.onlyOperators}>
      <Outlet />
    </OnlyWhoCan>
  );
}
