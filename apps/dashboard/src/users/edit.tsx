import { useState } from 'react';
import { useAct } from '#gateway/queries.ts';
import { Dialog } from '#kit/dialog.tsx';
import { NameForm } from '#kit/name-form.tsx';
import { useWords } from '#language/language.tsx';
import { RoleChoice } from './role-choice.tsx';
import type { Role, User } from './roles.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function EditUser({ user: { userId, name, role }, onClose }: { user: User; onClose: () => void }) {
  const words = useWords({ es, en });
  const [chosen, setChosen] = useState(role as Role);
  const change = useAct('PATCH /panel/v1/users/:userId', { changes: ['GET /panel/v1/users', 'GET /panel/v1/session'] });
  return (
    <Dialog onClose={onClose} title={words.edit}>
      <NameForm
        label={words.name}
        name={name}
        maxLength={200}
        submit={words.save}
        act={change}
        onSubmit={(given) => change.mutate({ params: { userId }, body: { name: given, role: chosen } }, { onSuccess: onClose })}
      >
        <RoleChoice value={chosen} onChange={setChosen} />
      </NameForm>
    </Dialog>
  );
}
