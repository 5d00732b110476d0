import { Radio, Stack } from '@mantine/core';
import type { AnswerTo } from '#gateway/operations.ts';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export type User = AnswerTo<'GET /panel/v1/users'>['users'][number];

/** Those that an administrator gives. */
const roles = ['member', 'analyst', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Each role with what it may do, so that nobody gets more than is needed. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const words = useWords({ es, en });
  return (
    <Radio.Group label={words.role} value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap="xs" mt={6}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={words.roles[role]} description={words.rolesMore[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
