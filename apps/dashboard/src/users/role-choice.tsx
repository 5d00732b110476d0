import { Radio, Stack } from '@mantine/core';
import { useWords } from '#language/language.tsx';
import { type Role, roles } from './user.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Each role with its rights, so that nobody gets more than they need. */
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
