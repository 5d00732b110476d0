import { baseSettings, integer, type SettingsOf } from '@vigia/service-kit';

export const billingSettings = {
  ...baseSettings,
  abandonedAfterMs: integer(
    'VIGIA_ABANDONED_AFTER_MS',
    'time after which billing takes back held months and pending accesses whose request is missing or finished',
    { min: 1_000, max: 86_400_000 },
    { default: 120_000 },
  ),
};

export type BillingSettings = SettingsOf<typeof billingSettings>;
