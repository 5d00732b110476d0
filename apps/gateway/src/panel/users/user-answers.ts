import { closed, messages, personName } from '@vigia/contracts';
import { Type, type Static } from 'typebox';

const user = messages['users.deactivate'].reply;
/** What an administrator can make somebody; operators are made elsewhere. */
const role = Type.Enum(['admin', 'member']);

export const newUserBody = closed({ email: user.properties.email, name: personName, role });
export type NewUserBody = Static<typeof newUserBody>;
export const newUserExample: NewUserBody = { email: 'luz@demo.example', name: 'Luz Prueba', role: 'member' };

export const userChangesBody = Type.Partial(closed({ name: personName, role, active: Type.Boolean() }), {
  additionalProperties: false,
  minProperties: 1,
});
export type UserChangesBody = Static<typeof userChangesBody>;

export const userAnswer = closed({ user });
export const usersAnswer = closed({ users: Type.Array(user) });
export const invitationAnswer = closed({
  user,
  passwordLink: closed({
    token: Type.String({ description: 'for PUT /panel/v1/password/by-link; shown this once' }),
    expiresAt: Type.String({ format: 'date-time' }),
  }),
});
export type UserAnswer = Static<typeof userAnswer>;
export type UsersAnswer = Static<typeof usersAnswer>;
export type InvitationAnswer = Static<typeof invitationAnswer>;

export const userExample: UserAnswer = {
  user: {
    userId: '5b0f1f0c-1c1e-4a57-8d3e-7c9f6f1f2b22',
    corporationId: '893d0f72-af5b-4131-94d2-78cbd1cb66bb',
    active: true,
    createdAt: '2026-11-21T14:00:00.000Z',
    ...newUserExample,
  },
};
export const usersExample: UsersAnswer = { users: [userExample.user] };
export const invitationExample: InvitationAnswer = {
  ...userExample,
  passwordLink: { token: 'kL0pP6cSx3n8Zb6lq5l4rE7fT1uV9wX2yA3bC4dE5fG', expiresAt: '2026-11-24T14:00:00.000Z' },
};
