import { serviceRoles, sql, type Database } from '@vigia/database';
import { attention, fine, wrong, type Check, type Finding } from './finding.js';

const check = 'logins';

/** A login that cannot act as the owner of the tables: other checks would judge what it may not read. An empty database has no tables yet. */
export async function strangerToTables(database: Database): Promise<Finding | undefined> {
  const [tables] = await database.rows<{ login: string; owner: string }>(
    sql`SELECT current_user::text AS login, pg_get_userbyid(relowner)::text AS owner
     FROM pg_class WHERE oid = to_regclass('public.migration') AND NOT pg_has_role(relowner, 'USAGE')`,
  );
  if (!tables) return undefined;
  const { login, owner } = tables;
  return wrong(
    'database',
    `the login ${login} does not own the tables`,
    `Set DATABASE_URL to the login ${owner}. The checks that need it did not run.`,
  );
}

/** Since PostgreSQL 16 a login that has created a role may grant it to others, but may not act as it because of that alone. */
const mayActAs = sql`coalesce((to_jsonb(membership) ->> 'set_option')::boolean, true)`;

interface Login {
  login: string;
  isSuperuser: boolean;
  roles: string[];
}

/** Every service has a role; in a deployment its login may act only as that role. The owner may act as all of them. */
export const checkLogins: Check = async ({ database }) => {
  const roles = Object.values(serviceRoles);
  const known = await database.rows<{ role: string }>(sql`SELECT rolname::text AS role FROM pg_roles WHERE rolname = ANY($1)`, [roles]);
  const missing = roles.filter((role) => !known.some((one) => one.role === role));
  if (missing.length > 0) return [wrong(check, `missing roles: ${missing.join(', ')}`, 'Run `migrate`, which creates them.')];
  const logins = await database.rows<Login>(
    sql`SELECT login.rolname::text AS login, login.rolsuper AS is_superuser, array_agg(role.rolname::text ORDER BY role.rolname) AS roles
     FROM pg_auth_members AS membership JOIN pg_roles AS role ON role.oid = membership.roleid JOIN pg_roles AS login ON login.oid = membership.member
     WHERE role.rolname = ANY($1) AND ${mayActAs} AND login.rolcanlogin AND login.rolname <> current_user
       AND login.oid IS DISTINCT FROM (SELECT relowner FROM pg_class WHERE oid = to_regclass('public.migration')) GROUP BY 1, 2 ORDER BY 1`,
    [roles],
  );
  return judgeLogins(logins);
};

export function judgeLogins(logins: Login[]): Finding[] {
  const roles = Object.values(serviceRoles);
  const faults: Finding[] = logins.flatMap(({ login, isSuperuser, roles: own }) => {
    if (isSuperuser)
      return [
        wrong(
          check,
          `${login} is a superuser`,
          `Run ALTER ROLE ${login} NOSUPERUSER: the login of a service needs only the role of that service.`,
        ),
      ];
    if (own.length === 1) return [];
    return [
      wrong(check, `${login} may act as ${own.join(' and ')}`, 'Give each service a login of its own: deploy/postgres/create-logins.sh.'),
    ];
  });
  if (faults.length > 0) return faults;
  const without = roles.filter((role) => !logins.some((login) => login.roles.includes(role)));
  if (logins.length === 0) return [fine(check, 'the services log in as the owner of the database, as in the standalone system')];
  return without.length > 0
    ? [
        attention(
          check,
          `no login may act as ${without.join(', ')}`,
          'Create the login with deploy/postgres/create-logins.sh before its service starts.',
        ),
      ]
    : [fine(check, `${logins.length}, each with one role`)];
}
