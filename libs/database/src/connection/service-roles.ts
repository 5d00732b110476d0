/** Each service reaches the database as its own role: it writes its own schema and reads views that others publish. */
export const serviceRoles = {
  gateway: 'vigia_gateway',
  'profile-loader': 'vigia_loader',
  billing: 'vigia_billing',
  'webhook-dispatcher': 'vigia_dispatcher',
  'data-importer': 'vigia_importer',
} as const;

export type DatabaseService = keyof typeof serviceRoles;
