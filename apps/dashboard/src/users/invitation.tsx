import { Stack, Text } from '@mantine/core';
import type { AnswerTo } from '#gateway/operations.ts';
import { SecretOnce } from '#kit/secret-once.tsx';
import { instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The token stands behind `#`: a browser sends that part to no server. */
export function Invitation({ user, passwordLink, onKept }: AnswerTo<'POST /panel/v1/users'> & { onKept: () => void }) {
  const words = useWords({ es, en });
  return (
    <Stack>
      <Text size="sm">{words.linkMore(user.name, instant(passwordLink.expiresAt))}</Text>
      <SecretOnce name={words.link} secret={`${window.location.origin}/contrasena#${passwordLink.token}`} onKept={onKept} />
    </Stack>
  );
}
