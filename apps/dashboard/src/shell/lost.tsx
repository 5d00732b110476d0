import { IconMapQuestion } from '@tabler/icons-react';
import { LinkButton } from '#kit/link.tsx';
import { Empty } from '#kit/states.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** An unknown address. */
export function Lost() {
  const words = useWords({ es, en });
  return (
    <>
      <PageHeader title={words.lost} />
      <Empty
        icon={IconMapQuestion}
        title={words.lost}
        action={
          <LinkButton to="/" variant="default">
            {words.home}
          </LinkButton>
        }
      >
        {words.lostMore}
      </Empty>
    </>
  );
}
