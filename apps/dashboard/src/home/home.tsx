import { IconHome } from '@tabler/icons-react';
import { PageHeader } from '#kit/page-header.tsx';
import { Empty } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function Home() {
  const words = useWords({ es, en });
  const { user } = useSession();
  return (
    <>
      <PageHeader title={words.title(user.name)} />
      <Empty icon={IconHome} title={words.nothing} />
    </>
  );
}
